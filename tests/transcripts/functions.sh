# shellcheck shell=bash
# Functions of transcripts, which every command has.

# Notes the exit status of each run; other commands have that of the shell.
recorded() {
    local status=0
    "$@" || status=$?
    echo "$status" >> "$STATUSES"
    return "$status"
}
tutti() { recorded "$TUTTI" "$@"; }
nonlocal_programs() { recorded "${TUTTI%/*}/tests/nonlocal_programs" "$@"; }

# Rows that a store answers with: sql STORE STATEMENT..
sql() {
    "$PYTHON" -ISc 'import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as store:
    for statement in sys.argv[2:]:
        for row in store.execute(statement):
            print(*row, sep="|")' "$@"
}

# Runs a command into a pipe that has no reader.
unread() {
    exec {pipe}> >(exec true)
    wait "$!"
    "$@" >&"$pipe"
}

# Runs a command on a terminal.
terminal() {
    "$PYTHON" -ISc 'import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' "$@"
}

# Says so if a command takes more memory: within MB COMMAND..
within() {
    "$PYTHON" -ISc 'import resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
sys.exit(f"{peak} MB of memory" if peak > int(sys.argv[1]) else status)' "$@"
}

# Starts, asks and ends a server: see api.py. A process that listens for calls answers all but the start.
api() {
    if [[ $1 == serve ]]; then
        "$PYTHON" -ISB "$TESTS/transcripts/api.py" "$@"
    else
        local line output status=1
        exec {line}<> "/dev/tcp/127.0.0.1/$API_PORT" {output}>&1
        printf '%s\0' "$BASHPID" "$output" "$#" "$@" >&"$line"
        read -r -u "$line" status
        exec {line}>&- {output}>&-
        return "$status"
    fi
}

# Words of a text but those of the file `plain`; what has other signs within it is none.
words() {
    tr ' ' '\n' < plain | sort -u > known
    tr ' ' '\n' | sed -E 's/^[^[:alnum:]_-]+//; s/[^[:alnum:]_-]+$//' | grep -xE '[A-Za-z][A-Za-z_-]*' | sort -u |
        grep -vxF -f known
}

# Labels of a listing whose labels have a width, and headings of columns: in the first line, or below an empty one.
labels() { grep -E "^  .{$1}." | cut -c"3-$(($1 + 2))" | sed -E 's/  .*//; s/[ 0-9]+$//' | grep '^[A-Za-z]' | sort -u; }
headings() { awk 'NR == 1 ? /[^ ]  +[^ ]/ : last == "" && /^  /; { last = $0 }' | sed -E 's/^ +//; s/  +/\n/g'; }

# Those of some words that `explain` does not know.
unexplained() { while read -r word; do "$TUTTI" explain "$word" > /dev/null 2>&1 || echo "$word"; done; }

# Texts of a picture.
written() { grep -o '<text[^>]*>[^<]*' | sed 's/.*>//'; }
