"""What the tests of folders share: two of them, and a command that may not read everything."""
import os
import subprocess
import tempfile
from pathlib import Path

from command import PEEL, CommandTest


class TreeTest(CommandTest):
    """Two folders, left and right, in one of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.left, self.right = self.folder / "left", self.folder / "right"
        self.left.mkdir()
        self.right.mkdir()

    def peel(self, *arguments, **options):
        options.setdefault("capture_output", True)
        return subprocess.run([PEEL, *arguments], cwd=self.folder, timeout=300, **options)

    def diff(self, *options):
        return self.peel("diff", "left", "right", *options)

    def put(self, path, contents="", mode=0o644):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        file.chmod(mode)
        return file

    def both(self, path, contents="", mode=0o644):
        self.put("left/" + path, contents, mode)
        self.put("right/" + path, contents, mode)

    def assert_diff(self, result, stdout, status=1):
        self.assertEqual((result.stderr.decode(), result.stdout.decode()), ("", stdout))
        self.assertEqual(result.returncode, status)


def unprivileged():
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


class ClosedFolders(TreeTest):
    """Root may read everything, so the command runs as somebody else."""

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)

    def tearDown(self):
        for path in self.folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
