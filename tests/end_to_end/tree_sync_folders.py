"""What the tests of syncs of folders share: two folders, and all that a sync keeps of them."""
import os
import shutil
import stat
import subprocess
import unittest

from command import PEEL, FolderTest, peel

NOBODY = 65534
TIME = 1_600_000_000_123_456_789  # of all files that tests make, unless they say otherwise


def strace_works():
    """It may be there and yet not be allowed to trace."""
    return shutil.which("strace") is not None and subprocess.run(
        ["strace", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"], capture_output=True).returncode == 0


needs_strace = unittest.skipUnless(strace_works(), "needs strace")
needs_root = unittest.skipUnless(os.geteuid() == 0, "needs root")


def walk(root):
    """{path: all that is kept of the entry} of everything below the root."""
    found = {}
    root = os.fsencode(root)
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            about = os.lstat(path)
            content = None
            if stat.S_ISLNK(about.st_mode):
                content = os.readlink(path)
            elif stat.S_ISREG(about.st_mode):
                with open(path, "rb") as file:
                    content = file.read()
            found[os.path.relpath(path, root)] = (about.st_mode, about.st_mtime_ns, about.st_uid, about.st_gid, content)
    return found


def entries(root):
    """The same, with what shows whether anything was touched."""
    return {path: (values, os.lstat(os.path.join(os.fsencode(root), path)).st_ctime_ns)
            for path, values in walk(root).items()}


class TreeSync(FolderTest):
    def setUp(self):
        super().setUp()
        self.left = self.folder / "left"
        self.right = self.folder / "right"

    def make(self, side, files):
        """Each file with its contents; a name with a slash at its end is a folder."""
        side.mkdir(exist_ok=True)
        for name, contents in files.items():
            path = side / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.mkdir() if name.endswith("/") else path.write_bytes(contents)
            os.utime(path, ns=(TIME, TIME))
        return side

    def sync(self, *arguments, **options):
        return peel("sync", *arguments, str(self.left), str(self.right), **options)

    def assert_synced(self, result):
        self.assertEqual((result.returncode, result.stderr), (0, b""), result.stdout)
        self.assert_equal_trees()

    def assert_equal_trees(self):
        self.assertEqual(walk(self.left), walk(self.right))

    def inode(self, path):
        return (self.right / path).stat().st_ino

    def give_away(self):
        """Both folders to somebody who may not do everything; what the command is run with as that user."""
        for side in (self.left, self.right):
            for path in (side, *side.rglob("*")) if side.exists() else ():
                os.lchown(path, NOBODY, NOBODY)
        os.chown(self.folder, NOBODY, NOBODY)
        self.folder.chmod(0o755)
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def contents(self):
        """{path: bytes} of the files of RIGHT, None for all others."""
        return {os.fsdecode(path): values[-1] for path, values in walk(self.right).items()}

    def sync_while(self, meanwhile):
        """What happens if `meanwhile` is done after the plan was made and before the first step."""
        # More lines than a pipe holds: nothing is changed until somebody read them.
        for i in range(320):
            self.make(self.right, {f"{i:0250}": b""})
        with subprocess.Popen([PEEL, "sync", "--apply", str(self.left), str(self.right)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as running:
            running.stdout.read(1)
            meanwhile()
            _, said = running.communicate()
        return running.returncode, said.decode()

    def sync_with_fault(self, fault, *arguments, **options):
        """With a failure, a signal or a delay at some system calls: strace(1), inject."""
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}  # leaks cannot be looked for under strace
        return subprocess.run(["strace", "-f", "-o", "/dev/null", "-e", f"inject={fault}", PEEL, "sync", "--apply",
                               *arguments, str(self.left), str(self.right)], capture_output=True, env=environment,
                              **options)

    def few_contents(self):
        """Without those of `sync_while`."""
        return {path: data for path, data in self.contents().items() if len(path) < 250}
