"""Faults between a check and what it looks at, to see whether it notices."""

import json
import urllib.parse

from gate import Gate


class Fault:
    """None at all: what is asked and answered is left as it is."""

    name = "none"

    def options(self, options):
        """Of a server that starts."""
        return options

    def gate(self, address):
        """Where clients connect to."""
        return address

    def request(self, method, path, headers):
        """What is asked in place of this."""
        return method, path, headers

    def answer(self, method, path, answer):
        """What is heard in place of this."""
        del method, path
        return answer

    def event(self, event):
        """What a follower hears in place of this; None: nothing."""
        return event

    def program(self, said):
        """What the program said on its command line, in place of this."""
        return said


class Options(Fault):
    """The server is started with other options; `change` has the options as a list."""

    def __init__(self, name, change):
        self.name, self.change = name, change

    def options(self, options):
        return self.change(options)


class Gated(Fault):
    """Clients go through a gate."""

    def __init__(self, name, **how):
        self.name, self.how = name, how

    def gate(self, address):
        return Gate(address, **self.how).door.getsockname()


class Asked(Fault):
    """Something else is asked: `change` has method, path and header fields."""

    def __init__(self, name, change):
        self.name, self.change = name, change

    def request(self, method, path, headers):
        return self.change(method, path, headers)


class Answered(Fault):
    """Answers to paths that have `part` in them are others; `change` alters one."""

    def __init__(self, name, part, change):
        self.name, self.part, self.change = name, part, change

    def answer(self, method, path, answer):
        if self.part in urllib.parse.unquote(path) and answer.status < 300:
            self.change(answer)
        return answer


class Told(Answered):
    """The same, of answers that are JSON; `change` has the object."""

    def __init__(self, name, part, change):
        def change_body(answer):
            if answer.body.startswith((b"{", b"[")):
                said = json.loads(answer.body)
                change(said)
                answer.body = json.dumps(said).encode()

        super().__init__(name, part, change_body)


class Refused(Fault):
    """What is refused with a status is heard with another; or taken, where `status` is 200."""

    def __init__(self, name, right, status, text=None):
        self.name, self.right, self.status, self.text = name, right, status, text

    def answer(self, method, path, answer):
        if answer.status == self.right:
            answer.status = self.status
            answer.body = self.text or answer.body
        return answer


class Heard(Fault):
    """Followers hear something else."""

    def __init__(self, name, change):
        self.name, self.change = name, change

    def event(self, event):
        return self.change(event)


class Printed(Fault):
    """The program prints something else on its command line."""

    def __init__(self, name, old, new):
        self.name, self.old, self.new = name, old, new

    def program(self, said):
        status, printed, line = said
        return status, printed.replace(self.old, self.new), line.replace(self.old, self.new)
