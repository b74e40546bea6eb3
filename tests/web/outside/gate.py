"""A gate before a server that spoils what goes through it, to see whether a check notices."""

import socket
import threading
import time


class Gate:
    """Passes on what both sides say, but for what is asked for."""

    def __init__(self, address, holds=False, waits=0, ends=False, turns=(b"", b""), stays=False):
        self.address = address
        self.holds = holds  # the client does not hear that the server has closed
        self.waits = waits  # seconds before each answer
        self.ends = ends  # closes after each answer
        self.turns = turns  # words of the server into others
        self.stays = stays  # the server does not hear that the client has closed
        self.door = socket.create_server(("127.0.0.1", 0), backlog=2000)
        threading.Thread(target=self.open, daemon=True).start()

    def open(self):
        while True:
            client, _ = self.door.accept()
            threading.Thread(target=self.connect, args=(client,), daemon=True).start()

    def connect(self, client):
        try:
            server = socket.create_connection(self.address)
        except OSError:
            client.close()
            return
        threading.Thread(target=self.pass_on, args=(client, server), daemon=True).start()
        self.pass_back(server, client)

    def pass_on(self, client, server):
        try:
            while said := client.recv(65536):
                server.sendall(said)
            if not self.stays:
                server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def pass_back(self, server, client):
        try:
            while said := server.recv(65536):
                time.sleep(self.waits)
                client.sendall(said.replace(*self.turns) if self.turns[0] else said)
                if self.ends:
                    break
        except OSError:
            pass
        if self.holds:
            time.sleep(100)
        client.close()
        server.close()
