"""Which changes tools/mutate makes to C++ text, and which tests it says cover a file."""
import importlib.machinery
import re
import sys
import types
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import mutation  # noqa: E402

mutate = types.ModuleType("mutate")
mutate.__file__ = str(ROOT / "tools/mutate")
importlib.machinery.SourceFileLoader("mutate", mutate.__file__).exec_module(mutate)


def changed(text):
    """The text with each change that there is."""
    return [change.apply(text) for change in mutation.changes_of(text)]


class Changes(unittest.TestCase):
    def assert_changes(self, text, *results):
        self.assertEqual(changed(text), list(results))

    def assert_left_alone(self, *texts):
        for text in texts:
            with self.subTest(text=text):
                self.assertEqual(changed(text), [])

    def test_of_a_comparison_are_its_boundary_and_its_opposite(self):
        self.assert_changes("x = a < b;", "x = a <= b;", "x = a >= b;")
        self.assert_changes("x = a >= b;", "x = a > b;", "x = a < b;")
        self.assert_changes("x = a == b;", "x = a != b;")

    def test_of_logic_and_arithmetic_are_one_operator_for_another(self):
        self.assert_changes("x = a && b;", "x = a || b;")
        self.assert_changes("x = a + b * c;", "x = a - b * c;", "x = a + b / c;")
        self.assert_changes("x -= a & b;", "x += a & b;", "x -= a | b;")
        self.assert_changes("x = a % b;", "x = a * b;")
        self.assert_changes("++x;", "--x;")

    def test_at_the_end_of_a_line_too(self):
        self.assert_changes("x = a &&\n    b;", "x = a ||\n    b;")

    def test_of_constants_are_zero_for_one_and_false_for_true(self):
        self.assert_changes("x = a[0];", "x = a[1];")
        self.assert_changes("x = a + 1U;", "x = a - 1U;", "x = a + 0U;")
        self.assert_changes("x = 1.0;", "x = 0.0;")
        self.assert_changes("x = true;", "x = false;")
        self.assert_left_alone("x = 10;", "x = 0x1;", "x = 1e-6;", "x = 1'000;", "x1 = y0;", "x = 0.5;")

    def test_of_not_is_nothing(self):
        self.assert_changes("if (!found) return;", "if (found) return;")
        self.assert_changes("x = !(a);", "x = (a);")

    def test_turn_conditions_round_that_have_no_operator(self):
        self.assert_changes("if (a.is_b(c)) d();", "if (!a.is_b(c)) d();")
        self.assert_changes("while (line->next) d();", "while (!line->next) d();")
        self.assert_left_alone("if (const auto x = f()) d();", "if (auto x = f(); g) d();")

    def test_turn_returned_claims_round(self):
        self.assert_changes("return cell.is_pure;", "return !cell.is_pure;")
        self.assert_changes("return rows.contains(key);", "return !rows.contains(key);")
        self.assert_left_alone("return rows;", "return is_pure.size();", "return {};", "return;", "return f(is_pure);")

    def test_of_shifts_are_of_numbers_only(self):
        self.assert_changes("x = a << 3;", "x = a >> 3;")
        self.assert_left_alone("out << a;", 'x << "text" << a;', "std::cerr << a;", "text_stream >> a;")

    def test_of_plus_are_of_numbers_only(self):
        self.assert_left_alone('x = "a" + b;', 'x += "a";', 'x = b + "a" + c;')

    def test_leave_types_alone(self):
        self.assert_left_alone("std::vector<int> x;", "std::array<std::vector<T>, 1>& x;", "T* x;", "const T& x;",
                               "void f(T&& x);", "template <class T, int N = 1>", "std::get<0>(x);",
                               "bool operator<(const A&, const A&);", "auto operator<=>(const A&) const = default;",
                               "virtual void f() = 0;", "virtual void f() const = 0;")

    def test_leave_signs_and_pointers_alone(self):
        self.assert_left_alone("x = -a;", "x = *a;", "x = &a;", "[&](int) {};")

    def test_leave_comments_and_literals_alone(self):
        self.assert_left_alone("// a < b", "/* a < b\n a && b */", 'x = "a < b";', "x = '<';", 'x = R"(a " < b)";',
                               'x = R"tag(a )" < b)tag";', "x = '\\'';", 'x = "\\" < ";', "x = 1'000'000;")

    def test_come_again_behind_what_is_left_alone(self):
        self.assert_changes("x = 1'000 < b;  // a < b", "x = 1'000 <= b;  // a < b", "x = 1'000 >= b;  // a < b")
        self.assert_changes('x = R"(")" < b;', 'x = R"(")" <= b;', 'x = R"(")" >= b;')
        self.assert_changes("template <class T>\nint x = a < b;", "template <class T>\nint x = a <= b;",
                            "template <class T>\nint x = a >= b;")

    def test_leave_the_preprocessor_alone(self):
        self.assert_left_alone("#if A < 1 && B\n#endif\n", "#define A(x) \\\n  (x < 1)\n", "  #if A == 1")

    def test_leave_claims_and_mere_speed_alone(self):
        self.assert_left_alone("PEEL_ASSERT(a < b && (c + 1));", "static_assert(sizeof(T) == 1);", "x.reserve(n + 1);",
                               "prefetch_cell(at + 1);", "void f() noexcept(true);")

    def test_leave_tables_alone_that_people_do_not_format_or_write(self):
        self.assert_left_alone("// clang-format off\nint x[] = {0, 1};\n// clang-format on\n",
                               "// Generated by a program; do not edit.\nint x = 0;\n")

    def test_know_their_line_and_show_it(self):
        text = "int f() {\n  return a <\n         b + c;\n}\n"
        shown = [(change.line, *change.shown(text)) for change in mutation.changes_of(text)]
        self.assertEqual(shown, [(2, "return a <", "return a <="), (2, "return a <", "return a >="),
                                 (3, "b + c;", "b - c;")])

    def test_are_found_in_the_source(self):
        text = (ROOT / "src/invertible/peeler.hpp").read_text(encoding="utf-8")
        found = mutation.changes_of(text)
        self.assertGreater(len(found), 20)
        self.assertEqual(len({change.apply(text) for change in found} | {text}), len(found) + 1)


class Covering(unittest.TestCase):
    def test_is_known_of_every_layer(self):
        for folder in ("src", "include/peel"):
            for layer in sorted(path for path in (ROOT / folder).iterdir() if path.is_dir()):
                with self.subTest(layer=layer.name):
                    self.assertTrue(mutate.stages_of(f"include/peel/{layer.name}/any.hpp"))

    def test_is_that_of_the_first_folder(self):
        self.assertEqual(mutate.stages_of("sources/json/json_reader.cpp")[-1], "command_jsonl_.*")
        self.assertEqual(mutate.stages_of("sources/spool.cpp")[0], "sources")
        self.assertEqual(mutate.stages_of("cli/tree_sync/right_tree.cpp")[-1], "command_tree_sync.*")
        self.assertEqual(mutate.stages_of("include/peel/rows/cell.hpp"), mutate.stages_of("src/rows/cell.cpp"))
        self.assertIsNone(mutate.stages_of("tests/rows/cell_test.cpp"))

    def test_is_listed_for_inner_folders_before_outer_ones(self):
        folders = [folder for folder, _ in mutate.COVERS]
        for at, folder in enumerate(folders):
            self.assertFalse([outer for outer in folders[:at] if folder.startswith(outer + "/")], folder)

    def test_is_by_patterns_that_can_be_read(self):
        for _, stages in mutate.COVERS:
            for pattern in stages:
                re.compile(pattern)

    def test_takes_whole_names_and_leaves_out_the_slow_ones(self):
        names = ["rows", "conformance_rows", "command_diff_html", "command_diff_large", "command_diff_html_browser"]
        self.assertEqual(mutate.tests_of("rows|command_diff_.*", names), ["rows", "command_diff_html"])


class Ctest(unittest.TestCase):
    def test_says_which_programs_its_tests_need(self):
        text = ('add_test([=[rows]=] "/b/dev/tests/test_rows" "--x")\n'
                'set_tests_properties([=[rows]=] PROPERTIES  _BACKTRACE_TRIPLES "/s/CMakeLists.txt;4;add_test")\n'
                'add_test(command_diff "/usr/bin/python3" "/s/diff_test.py")\n'
                'set_tests_properties(command_diff PROPERTIES  ENVIRONMENT "PEEL_COMMAND=/b/dev/peel;PEEL_SANITIZE=")\n'
                'subdirs("fuzz")\n')
        self.assertEqual(mutate.programs_of_tests(text, Path("/b/dev")),
                         {"rows": ["tests/test_rows"], "command_diff": ["peel"]})

    def test_says_which_tests_failed(self):
        said = ("The following tests FAILED:\n\t  2 - rows (Failed)\n\t 13 - wire (Timeout)\n\t 14 - cli (Not Run)\n"
                "\t 15 - lab (SEGFAULT)\n")
        self.assertEqual(mutate.failed_tests(said), ["rows", "wire", "lab"])


class Report(unittest.TestCase):
    OUTCOMES = [mutate.Outcome("src/rows/a.cpp", 3, "a < b", "a <= b", "rows", 1.0),
                mutate.Outcome("src/rows/a.cpp", 9, "x && y", "x || y", "", 2.0),
                mutate.Outcome("src/wire/b.cpp", 1, "0", "1", "wire", 1.0)]

    def test_names_the_share_and_every_survivor(self):
        self.assertEqual(mutate.report(self.OUTCOMES, {"not compiling": 2}, 7),
                         ["  src/rows: 1 of 2 noticed (50 %)", "  src/wire: 1 of 1 noticed (100 %)", "not noticed:",
                          "  src/rows/a.cpp:9", "    - x && y", "    + x || y",
                          "2 of 3 noticed (67 %); not counted: 2 not compiling; seed 7"])

    def test_is_short_if_all_were_noticed(self):
        self.assertEqual(mutate.report(self.OUTCOMES[:1], {}, 7), ["1 of 1 noticed (100 %); not counted: none; seed 7"])


if __name__ == "__main__":
    unittest.main()
