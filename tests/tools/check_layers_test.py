"""Each rule of tools/check-layers bites, shown on little trees that break one rule each."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK_LAYERS = Path(__file__).resolve().parents[2] / "tools" / "check-layers"

# A tree that keeps the law; each test adds to it or spoils it.
CLEAN = {
    "include/peel/peel.hpp": '#include "peel/core/bytes.hpp"\n#include "peel/hashing/seed.hpp"\n',
    "include/peel/core/bytes.hpp": "#include <vector>\n",
    "include/peel/hashing/seed.hpp": '#include "peel/core/bytes.hpp"\n',
    "src/hashing/siphash.hpp": '#include "peel/hashing/seed.hpp"\n',
    "src/hashing/siphash.cpp": '#include "siphash.hpp"\n',
}


def check(changes):
    """(exit status, lines printed) for the clean tree with these files added or replaced."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in {**CLEAN, **changes}.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        run = subprocess.run([sys.executable, str(CHECK_LAYERS), root], capture_output=True, text=True, check=False)
        assert run.stderr == "", run.stderr
        return run.returncode, run.stdout.splitlines()


class CheckLayers(unittest.TestCase):
    def assert_allowed(self, changes):
        self.assertEqual(check(changes), (0, []))

    def assert_refused(self, changes, *lines):
        self.assertEqual(check(changes), (1, list(lines)))

    def test_says_nothing_of_a_clean_tree(self):
        self.assert_allowed({})

    def test_refuses_an_upward_include_and_names_file_line_and_layers(self):
        self.assert_refused(
            {"src/core/bytes.cpp": '#include <array>\n\n#include "peel/hashing/seed.hpp"\n'},
            "src/core/bytes.cpp:3: layer core may not include layer hashing (include/peel/hashing/seed.hpp)")

    def test_refuses_an_upward_include_in_angle_brackets(self):
        self.assert_refused(
            {"src/core/bytes.cpp": "#include <peel/hashing/seed.hpp>\n"},
            "src/core/bytes.cpp:1: layer core may not include layer hashing (include/peel/hashing/seed.hpp)")

    def test_refuses_an_upward_include_of_a_private_header_found_through_src(self):
        self.assert_refused(
            {"src/core/bytes.cpp": '#include "hashing/siphash.hpp"\n'},
            "src/core/bytes.cpp:1: layer core may not include layer hashing (src/hashing/siphash.hpp)")

    def test_refuses_an_upward_include_by_a_relative_path(self):
        self.assert_refused(
            {"src/core/bytes.cpp": '#include "../hashing/siphash.hpp"\n'},
            "src/core/bytes.cpp:1: layer core may not include layer hashing (src/hashing/siphash.hpp)")

    def test_refuses_an_upward_include_of_a_header_that_does_not_exist_yet(self):
        self.assert_refused(
            {"src/core/bytes.cpp": '#include "peel/wire/envelope.hpp"\n'},
            "src/core/bytes.cpp:1: layer core may not include layer wire (include/peel/wire/envelope.hpp)")

    def test_refuses_a_sideways_include(self):
        self.assert_refused(
            {"src/invertible/cells.hpp": "", "src/tables/cuckoo.cpp": '#include "invertible/cells.hpp"\n'},
            "src/tables/cuckoo.cpp:1: layer tables may not include layer invertible (src/invertible/cells.hpp)")

    def test_refuses_analysis_a_look_at_hashing(self):
        self.assert_refused(
            {"src/analysis/peeling.cpp": '#include "peel/hashing/seed.hpp"\n'},
            "src/analysis/peeling.cpp:1: layer analysis may not include layer hashing (include/peel/hashing/seed.hpp)")

    def test_refuses_the_engine_a_look_at_sources(self):
        self.assert_refused(
            {"sources/csv.hpp": "", "src/reconcile/live.cpp": '#include "sources/csv.hpp"\n'},
            "src/reconcile/live.cpp:1: layer reconcile may not include layer sources (sources/csv.hpp)")

    def test_allows_sources_the_engine_and_all_below_it(self):
        self.assert_allowed({
            "sources/csv.cpp": '#include "peel/reconcile/watch.hpp"\n#include "peel/invertible/iblt.hpp"\n'})

    def test_reads_every_folder_the_law_or_its_users_name(self):
        for folder in ["sources", "plot", "lab", "engines", "cli", "examples", "benchmarks"]:
            with self.subTest(folder):
                self.assert_refused(
                    {"tests/support/random.hpp": "", f"{folder}/one.cpp": '#include "tests/support/random.hpp"\n'},
                    f"{folder}/one.cpp:1: layer {folder} may not include layer tests (tests/support/random.hpp)")

    def test_refuses_plot_a_look_at_the_lab_that_draws_with_it(self):
        self.assert_refused(
            {"lab/run.hpp": "", "plot/axis.hpp": '#include "lab/run.hpp"\n'},
            "plot/axis.hpp:1: layer plot may not include layer lab (lab/run.hpp)")

    def test_allows_what_the_law_reaches_in_several_steps(self):
        self.assert_allowed({"src/wire/envelope.cpp": '#include "peel/core/bytes.hpp"\n'})

    def test_allows_a_lower_layers_private_header_inside_the_library(self):
        self.assert_allowed({"src/invertible/iblt.cpp": '#include "hashing/siphash.hpp"\n'})

    def test_refuses_a_private_header_in_a_public_one_even_of_its_own_layer(self):
        self.assert_refused(
            {"include/peel/hashing/seed.hpp": '#include "hashing/siphash.hpp"\n'},
            "include/peel/hashing/seed.hpp:1: a public header may not include a private one (src/hashing/siphash.hpp)")

    def test_refuses_the_librarys_private_headers_outside_the_library(self):
        self.assert_refused(
            {"lab/run.cpp": '#include "hashing/siphash.hpp"\n'},
            "lab/run.cpp:1: layer lab may not include a private header of layer hashing (src/hashing/siphash.hpp)")

    def test_refuses_an_umbrella_that_misses_a_public_header(self):
        self.assert_refused(
            {"include/peel/wire/envelope.hpp": ""},
            "include/peel/peel.hpp:1: does not include peel/wire/envelope.hpp")

    def test_leaves_headers_of_the_second_library_out_of_the_umbrella(self):
        self.assert_allowed({"include/peel/sources/open.hpp": '#include "peel/core/bytes.hpp"\n'})

    def test_refuses_an_umbrella_with_a_header_of_the_second_library(self):
        self.assert_refused(
            {"include/peel/sources/open.hpp": "",
             "include/peel/peel.hpp": CLEAN["include/peel/peel.hpp"] + '#include "peel/sources/open.hpp"\n'},
            "include/peel/peel.hpp:3: layer umbrella may not include layer sources (include/peel/sources/open.hpp)")

    def test_refuses_verbs_that_compare_a_look_at_sketches(self):
        for file in ["cli/diff.cpp", "cli/sketch.cpp", "cli/diff/report.hpp", "cli/tree_sync/plan.cpp", "cli/present/csv.cpp"]:
            with self.subTest(file):
                self.assert_refused(
                    {file: '#include "peel/invertible/iblt.hpp"\n'},
                    f"{file}:1: {file} leaves peel/invertible to the engine (include/peel/invertible/iblt.hpp)")

    def test_allows_other_verbs_a_look_at_sketches(self):
        self.assert_allowed({"cli/count.cpp": '#include "peel/invertible/counted_stream.hpp"\n',
                             "cli/diff_options.cpp": '#include "peel/invertible/iblt.hpp"\n'})

    def test_refuses_a_public_header_in_a_folder_the_law_does_not_know(self):
        self.assert_refused(
            {"include/peel/misc/text.hpp": "",
             "include/peel/peel.hpp": CLEAN["include/peel/peel.hpp"] + '#include "peel/misc/text.hpp"\n'},
            "include/peel/misc/text.hpp:1: unknown layer",
            "include/peel/peel.hpp:3: unknown layer (include/peel/misc/text.hpp)")

    def test_refuses_a_source_file_outside_every_layer(self):
        self.assert_refused({"src/text.cpp": ""}, "src/text.cpp:1: unknown layer")

    def test_refuses_the_umbrella_inside_the_library(self):
        self.assert_refused(
            {"src/wire/envelope.cpp": '#include "peel/peel.hpp"\n'},
            "src/wire/envelope.cpp:1: layer wire may not include layer umbrella (include/peel/peel.hpp)")

    def test_allows_examples_and_benchmarks_the_umbrella_and_their_own_files(self):
        self.assert_allowed({
            "examples/demo.cpp": "#include <peel/peel.hpp>\n",
            "benchmarks/limit.hpp": "",
            "benchmarks/iblt.cpp": '#include "limit.hpp"\n#include "peel/hashing/seed.hpp"\n'})

    def test_refuses_examples_what_is_not_public(self):
        self.assert_refused(
            {"lab/run.hpp": "", "examples/demo.cpp": '#include "lab/run.hpp"\n'},
            "examples/demo.cpp:1: layer examples may not include layer lab (lab/run.hpp)")

    def test_refuses_a_test_header_in_the_library(self):
        self.assert_refused(
            {"tests/support/random.hpp": "", "src/core/bytes.cpp": '#include "../../tests/support/random.hpp"\n'},
            "src/core/bytes.cpp:1: layer core may not include layer tests (tests/support/random.hpp)")

    def test_allows_tests_everything(self):
        self.assert_allowed({"tests/core/bytes_test.cpp": '#include "hashing/siphash.hpp"\n'})

    def test_refuses_an_include_through_a_macro(self):
        self.assert_refused(
            {"src/core/bytes.cpp": "#include PEEL_HEADER\n"},
            "src/core/bytes.cpp:1: an include through a macro cannot be checked")

    def test_passes_over_includes_in_comments(self):
        self.assert_allowed({"src/core/bytes.cpp": (
            '// #include "peel/hashing/seed.hpp"\n'
            '/* one\n#include "peel/hashing/seed.hpp"\n*/\n'
            "int thousand = 1'000;  /* it's\n#include <peel/hashing/seed.hpp>\n*/\n")})

    def test_passes_over_includes_in_strings(self):
        self.assert_allowed({"src/core/bytes.cpp": (
            'auto a = R"x(\n#include "peel/hashing/seed.hpp"\n)" )x";\n'
            'auto b = "\\\n#include <peel/hashing/seed.hpp>";\n')})

    def test_takes_no_quoted_or_commented_mark_for_the_start_of_a_comment_or_string(self):
        self.assert_refused(
            {"src/core/bytes.cpp": (
                'auto url = "/* not a comment";\n'
                "char quote = '\"'; int million = 1'000'000;  // it's \"one\n"
                '#  include "peel/hashing/seed.hpp"  // why\n')},
            "src/core/bytes.cpp:3: layer core may not include layer hashing (include/peel/hashing/seed.hpp)")

    def test_counts_lines_across_comments(self):
        self.assert_refused(
            {"src/core/bytes.cpp": '/*\n\n*/ /* x */ #include "peel/hashing/seed.hpp"\n'},
            "src/core/bytes.cpp:3: layer core may not include layer hashing (include/peel/hashing/seed.hpp)")


if __name__ == "__main__":
    unittest.main()
