"""Far machines for tests: a real sshd on loopback, and a relay that delays, limits and cuts."""
import getpass
import os
import pathlib
import socket
import subprocess
import sys
import time

from command import PEEL

RELAY = pathlib.Path(__file__).resolve().parent / "relay.py"


def through_relay(*options):
    """--rsh for a peel on this machine behind a relay with these options."""
    return ["--rsh", " ".join([sys.executable, str(RELAY), *options]), "--remote-peel", PEEL]


class Sshd:
    """A server of this user, with a key made for it; `rsh` reaches it as any host."""

    def __init__(self, folder, forced_command=None):
        self.folder = pathlib.Path(folder)
        for name in ("host_key", "user_key", "other_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
        allowed = (self.folder / "user_key.pub").read_text()
        if forced_command:
            allowed = f'restrict,command="{forced_command}" {allowed}'
        (self.folder / "authorized_keys").write_text(allowed)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        (self.folder / "sshd_config").write_text(
            f"ListenAddress 127.0.0.1\nPort {self.port}\nHostKey {self.folder}/host_key\n"
            f"AuthorizedKeysFile {self.folder}/authorized_keys\nPidFile {self.folder}/pid\n"
            "StrictModes no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nUsePAM no\n"
            "PermitRootLogin prohibit-password\nPrintMotd no\nPrintLastLog no\n")
        (self.folder / "ssh_config").write_text(
            f"Host *\n  HostName 127.0.0.1\n  Port {self.port}\n  IdentityFile {self.folder}/user_key\n"
            "  IdentitiesOnly yes\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n  LogLevel ERROR\n"
            f"  User {getpass.getuser()}\n  BatchMode yes\n")
        if os.getuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)  # an sshd of root insists on it
        self.log = open(self.folder / "log", "wb")
        self.server = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", self.folder / "sshd_config"],
                                       stdin=subprocess.DEVNULL, stderr=self.log)
        self.wait()

    def wait(self):
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.server.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError("sshd does not listen: " + (self.folder / "log").read_text())

    @property
    def rsh(self):
        return f"ssh -F {self.folder}/ssh_config"

    def stop(self):
        self.server.terminate()
        self.server.wait(30)
        self.log.close()
