#!/usr/bin/env python3
"""What the documents show is what is there: README's example, links between pages, paths named in comments."""
import pathlib
import re
import subprocess
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
                            cwd=ROOT, check=True, capture_output=True).stdout
    return [ROOT / name for name in listed.decode().split("\0") if name and (ROOT / name).exists()]


class Readme(unittest.TestCase):
    readme = (ROOT / "README.md").read_text()

    def test_shows_the_example_as_it_is_compiled(self):
        source = (ROOT / "examples/first_table.cpp").read_text()
        shown = re.search(r" +// README begins here\.\n(.*?) +// README ends here\.\n", source, re.S).group(1)
        self.assertIn(textwrap.dedent(shown), self.readme)

    def test_shows_the_engine_as_it_is_compiled(self):
        self.assertIn("```cpp\n" + (ROOT / "examples/compare.cpp").read_text() + "```", self.readme)

    def test_shows_the_output_that_the_example_prints(self):
        self.assertIn("```\n" + (ROOT / "examples/first_table.output").read_text() + "```", self.readme)


class Links(unittest.TestCase):
    def test_between_pages_lead_somewhere(self):
        for page in tracked("*.md"):
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
                with self.subTest(page=page.name, target=target):
                    self.assertTrue((page.parent / target).exists())

    def test_from_code_to_documents_lead_somewhere(self):
        named = re.compile(r"\b(?:docs|benchmarks|tests|tools|fuzz|lab|examples)/[\w./-]*\w")
        for source in tracked("*.cpp", "*.hpp", "*.cmake", "CMakeLists.txt", "Makefile"):
            for comment in re.findall(r"(?://|#) (.*)", source.read_text()):
                for path in named.findall(comment):
                    if any(letter.isupper() for letter in path.split("/")[-1].split(".")[0]) and "README" not in path:
                        continue  # a pattern such as fuzz/corpus/TARGET
                    with self.subTest(source=source.name, path=path):
                        self.assertTrue((ROOT / path).exists())


if __name__ == "__main__":
    unittest.main()
