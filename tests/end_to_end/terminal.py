"""A command on a pseudo-terminal, all of whose output is seen."""
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import threading
import time

from command import PEEL

END = b"\0the command has ended\0"


class Terminal:
    """A command whose standard output, and error unless said otherwise, are a terminal of this size.

    A pseudo-terminal whose last writer has gone may answer EIO before it hands out what was written last. So this
    side keeps it open for writing, too, and writes a mark behind the command's output when the command has ended.
    """

    def __init__(self, *arguments, columns=80, rows=24, cwd=None, stderr=None, **environment):
        self.primary, self.secondary = pty.openpty()
        self.resize(columns, rows)
        env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_CTYPE")}
        self.process = subprocess.Popen([PEEL, *map(str, arguments)], stdin=subprocess.PIPE, stdout=self.secondary,
                                        stderr=self.secondary if stderr is None else stderr, cwd=cwd,
                                        env=env | {"TERM": "xterm", "LANG": "C.UTF-8"} | environment)
        self.seen = b""
        self.ended = threading.Thread(target=self.mark_end, daemon=True)
        self.ended.start()

    def mark_end(self):
        self.process.wait()
        os.write(self.secondary, END)

    def resize(self, columns, rows):
        fcntl.ioctl(self.primary, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self):
        """One more piece; nothing at the end."""
        if self.seen.endswith(END):
            return b""
        if not select.select([self.primary], [], [], 60)[0]:
            raise AssertionError(f"nothing comes after {self.seen!r}")
        piece = os.read(self.primary, 65536)
        self.seen += piece
        return piece

    def read_until(self, text):
        """What came up to and with this text, and since the last call."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            if not self.read() or time.monotonic() > deadline:
                raise AssertionError(f"{text!r} is not in {self.seen!r}")
        end = self.seen.index(text) + len(text)
        before, self.seen = self.seen[:end], self.seen[end:]
        return before

    def finish(self):
        """The rest, and the status."""
        self.process.stdin.close()
        while self.read():
            pass
        self.ended.join()
        os.close(self.primary)
        os.close(self.secondary)
        return self.seen.removesuffix(END), self.process.returncode


def on_a_terminal(*arguments, **options):
    """What a command that reads nothing shows there, and its status."""
    return Terminal(*arguments, **options).finish()
