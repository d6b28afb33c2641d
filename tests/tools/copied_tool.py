"""A tool that runs on a copy of itself in a folder of its own, among stand-ins for what it calls."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


class CopiedToolTest(unittest.TestCase):
    tool = ""  # its name in tools/

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "tools").mkdir()
        shutil.copy(TOOLS / self.tool, self.root / "tools")

    def write(self, name, text):
        """A program at that place below the root; one in bin/ is found before the machine's own."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run_tool(self, *arguments):
        environment = dict(os.environ, PATH=f"{self.root}/bin:{os.environ['PATH']}")
        return subprocess.run([self.root / "tools" / self.tool, *arguments], cwd=self.root, env=environment,
                              capture_output=True, text=True, timeout=60)
