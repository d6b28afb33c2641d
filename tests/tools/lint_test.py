"""tools/lint reads what it says, repeats what it hears and fails when it should, in little repositories.

clang-format, clang-tidy and cmake are stand-ins: they write down how they were called, and complain about each file
that holds a word of theirs.
"""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"

STAND_INS = {
    "clang-format": """#!/bin/sh
for f; do grep -q BADLY_LAID_OUT "$f" 2>/dev/null && echo "$f:1:1: error: laid out" >&2 && status=1; done
exit ${status:-0}
""",
    "clang-tidy": """#!/bin/sh
for f; do :; done
echo "$f" >> tidied
grep -q BAD_CODE "$f" || exit 0
echo "$f:1:1: error: bad code"
echo "from stderr" >&2
exit 1
""",
    "cmake": """#!/bin/sh
mkdir -p build/lint
echo '[{"file": "a", "command": "1"}, {"file": "a", "command": "2"}]' > build/lint/compile_commands.json
""",
}

TREE = {
    ".gitignore": "/build/\n/tidied\n/bin/\n",
    "include/peel/peel.hpp": '#include "peel/core/bytes.hpp"\n#include "peel/core/only.hpp"\n',
    "include/peel/core/bytes.hpp": "",
    "include/peel/core/only.hpp": "",
    "src/core/bytes.cpp": '#include "peel/core/bytes.hpp"\n',
    "src/core/inner.hpp": '#include "peel/core/only.hpp"\n',
    "src/core/inner.cpp": '#include "core/inner.hpp"\n',
    "src/core/lonely.hpp": "",
    "tests/core/bytes_test.cpp": '#include "peel/core/bytes.hpp"\n',
}


class Repository:
    def __init__(self, folder):
        self.root = Path(folder, "repository")
        for name, text in TREE.items():
            self.write(name, text)
        for name in ["lint", "check-layers", "source-files"]:
            (self.root / "tools").mkdir(exist_ok=True)
            shutil.copy(TOOLS / name, self.root / "tools" / name)
        for name, text in STAND_INS.items():
            self.write(f"bin/{name}", text)
            (self.root / "bin" / name).chmod(0o755)
        self.git("init", "-q", "-b", "main")
        self.commit()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=self.root, check=True,
                       capture_output=True)

    def commit(self, changes=()):
        for name, text in dict(changes).items():
            self.write(name, text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "m")

    def lint(self, *words):
        """(exit status, lines printed, files that clang-tidy read)"""
        (self.root / "tidied").unlink(missing_ok=True)
        run = subprocess.run(["tools/lint", *words], cwd=self.root, capture_output=True, text=True, check=False,
                             env={**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"})
        assert run.stderr == "", run.stderr
        tidied = self.root / "tidied"
        return (run.returncode, run.stdout.splitlines(),
                sorted(tidied.read_text(encoding="utf-8").splitlines()) if tidied.exists() else [])


class Lint(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree = Repository(self.folder.name)

    def assert_changed(self, *sources):
        status, lines, tidied = self.tree.lint("--changed")
        self.assertEqual((status, tidied), (0, list(sources)), lines)
        self.assertEqual(self.tree.lint("--changed", "--list")[1:], (list(sources), []))

    def test_reads_every_source_file_of_a_clean_tree_and_says_so(self):
        status, lines, tidied = self.tree.lint()
        self.assertEqual(status, 0)
        self.assertEqual(tidied, ["src/core/bytes.cpp", "src/core/inner.cpp", "tests/core/bytes_test.cpp"])
        self.assertEqual(lines, ["lint: format and layers of 8 files, clang-tidy over 3 files: none complained about"])

    def test_repeats_what_clang_tidy_says_on_either_stream_and_fails(self):
        self.tree.write("src/core/bytes.cpp", "BAD_CODE")
        status, lines, _ = self.tree.lint()
        self.assertEqual(status, 1)
        self.assertEqual(lines[:3], ["== src/core/bytes.cpp", "src/core/bytes.cpp:1:1: error: bad code", "from stderr"])
        self.assertEqual(lines[3:], ["lint: clang-tidy complained about src/core/bytes.cpp",
                                     "lint: format and layers of 8 files, clang-tidy over 3 files: 1 complained about"])

    def test_fails_where_clang_format_would_change_a_file_though_nobody_changed_it_lately(self):
        self.tree.commit({"src/core/inner.hpp": "BADLY_LAID_OUT"})
        self.tree.commit()
        status, lines, tidied = self.tree.lint("--changed")
        self.assertEqual((status, tidied), (1, []))
        self.assertEqual(lines[0], "src/core/inner.hpp:1:1: error: laid out")
        self.assertEqual(lines[1], "lint: format complained about src/core/inner.hpp")
        self.assertRegex(lines[2], r"clang-tidy over 0 files that differ from HEAD~1 \(.*\): 1 complained about$")

    def test_fails_where_the_layer_law_is_broken_though_nobody_changed_it_lately(self):
        self.tree.commit({"src/core/inner.hpp": '#include "peel/peel.hpp"\n'})
        self.tree.commit()
        status, lines, _ = self.tree.lint("--changed")
        self.assertEqual(status, 1)
        self.assertIn("layer core may not include layer umbrella", lines[0])

    def test_compares_with_the_merge_base_with_origin_main(self):
        self.tree.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.tree.commit({"src/core/bytes.cpp": "// two commits ago"})
        self.tree.commit({"tests/core/bytes_test.cpp": "// last commit"})
        self.assert_changed("src/core/bytes.cpp", "tests/core/bytes_test.cpp")

    def test_takes_nothing_for_changed_that_only_origin_main_changed(self):
        self.tree.git("checkout", "-q", "-b", "work")
        self.tree.commit({"src/core/bytes.cpp": "// work"})
        self.tree.git("checkout", "-q", "main")
        self.tree.commit({"src/core/inner.cpp": "// main moved on"})
        self.tree.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.tree.git("checkout", "-q", "work")
        self.assert_changed("src/core/bytes.cpp")

    def test_compares_with_the_commit_before_where_origin_main_has_all_of_head(self):
        self.tree.commit({"src/core/bytes.cpp": "// last commit"})
        self.tree.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.assert_changed("src/core/bytes.cpp")

    def test_compares_with_the_commit_before_where_there_is_no_origin(self):
        self.tree.commit({"src/core/inner.cpp": "// older"})
        self.tree.commit({"src/core/bytes.cpp": "// last commit"})
        self.assert_changed("src/core/bytes.cpp")

    def test_counts_what_is_not_committed_or_not_tracked_and_not_what_is_gone(self):
        self.tree.commit()
        self.tree.write("src/core/bytes.cpp", "// not committed")
        self.tree.write("src/core/new.cpp", "// not tracked")
        (self.tree.root / "src/core/inner.cpp").unlink()
        self.assert_changed("src/core/bytes.cpp", "src/core/new.cpp")

    def test_says_that_a_single_commit_has_nothing_to_be_compared_with(self):
        self.tree.write("src/core/bytes.cpp", "BAD_CODE")
        status, lines, tidied = self.tree.lint("--changed")
        self.assertEqual((status, tidied), (0, []))
        self.assertEqual(lines, ["lint: format and layers of 8 files, clang-tidy over 0 files, no commit being there "
                                 "to compare with: none complained about"])
        self.tree.write("src/core/bytes.cpp", "BADLY_LAID_OUT")
        self.assertEqual(self.tree.lint("--changed")[0], 1)

    def test_reads_the_source_file_of_a_headers_own_name(self):
        self.tree.commit({"src/core/inner.hpp": "// changed"})
        self.assert_changed("src/core/inner.cpp")

    def test_looks_for_the_source_file_of_a_public_header_below_src(self):
        self.tree.commit({"include/peel/core/bytes.hpp": "// changed"})
        self.assert_changed("src/core/bytes.cpp")

    def test_reads_a_file_that_includes_a_header_without_a_source_file_be_it_through_others(self):
        self.tree.commit({"include/peel/core/only.hpp": "// changed"})
        self.assert_changed("src/core/inner.cpp")

    def test_says_which_header_no_source_file_includes(self):
        self.tree.commit({"src/core/lonely.hpp": "// changed"})
        status, lines, tidied = self.tree.lint("--changed")
        self.assertEqual((status, tidied), (0, []))
        self.assertEqual(lines[0], "lint: no source file includes src/core/lonely.hpp")

    def test_says_that_a_change_of_the_checks_concerns_other_files(self):
        self.tree.commit({".clang-tidy": "Checks: none"})
        self.assertIn("make lint", self.tree.lint("--changed")[1][0])

    def test_gives_clang_tidy_each_file_once_that_several_programs_share(self):
        self.tree.lint()
        commands = (self.tree.root / "build/lint/clang-tidy/compile_commands.json").read_text(encoding="utf-8")
        self.assertEqual(commands.count('"file"'), 1)

    def test_fails_where_there_are_no_compile_commands(self):
        self.tree.write("bin/cmake", "#!/bin/sh\nexit 1\n")
        status, lines, tidied = self.tree.lint()
        self.assertEqual((status, lines[-1], tidied), (2, "lint: cmake --preset lint failed", []))


if __name__ == "__main__":
    unittest.main()
