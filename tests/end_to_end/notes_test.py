"""What the command says of files that are read as lines and were most likely meant otherwise."""
import bz2
import gzip
import io
import lzma
import unittest
import zipfile

from command import FolderTest, peel


def zipped(content):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("a", content)
    return archive.getvalue()


class NotText(FolderTest):
    COMPRESSED = {
        "a.gz": (gzip.compress(b"a\n"), "compressed by gzip", "zcat"),
        "a.xz": (lzma.compress(b"a\n"), "compressed by xz", "xzcat"),
        "a.bz2": (bz2.compress(b"a\n"), "compressed by bzip2", "bzcat"),
        "a.zip": (zipped(b"a\n"), "a zip archive", "unzip -p"),
        "a.zst": (b"\x28\xb5\x2f\xfd\x04\x00\x11\x00\x00a\n", "compressed by zstd", "zstdcat"),
        "utf16": ("a\n".encode("utf-16"), "UTF-16", "iconv -f UTF-16 -t UTF-8"),
    }

    def test_what_is_compressed_is_named_with_what_reads_it(self):
        for name, (content, kind, reader) in self.COMPRESSED.items():
            path = self.file(name, content)
            said = (f"note: {path} is {kind}, and its bytes are read as lines; {reader} {path} | peel ... - reads what is "
                    "in it\n")
            for arguments in (["diff", path, self.file("b", b"")], ["count", path], ["top", path],
                              ["sync", path, self.file("b", b"")], ["sketch", path, "-o", str(self.folder / "s.peel")],
                              ["filter", "build", path, "-o", str(self.folder / "f.peel")]):
                with self.subTest(arguments=arguments):
                    result = peel(*arguments)
                    self.assertIn(result.returncode, (0, 1))
                    self.assertEqual(result.stderr.decode().count(said), 1, result.stderr)

    def test_so_it_is_when_it_comes_through_a_pipe(self):
        result = peel("count", input=gzip.compress(b"a\n"))
        self.assertIn(b"note: standard input is compressed by gzip, and its bytes are read as lines; zcat FILE | peel ... - "
                      b"reads what is in it\n", result.stderr)

    def test_other_binary_data_is_named_too(self):
        path = self.file("a", b"ELF\0\0\n")
        self.assertEqual(peel("diff", path, path).stderr.decode().count(
            f"note: {path} holds NUL bytes, as binary data does, and is read as lines; cmp compares such files byte by "
            "byte\n"), 2)

    def test_nothing_is_said_of_text(self):
        for content in (b"", b"a\n", b"BZh is a word\n", b"PK\n", "Zo\u00eb\n".encode(), b"\xff\n", b"\xff\xfe\n", b"x" * 9000 + b"\0"):
            result = peel("diff", self.file("a", content), self.file("b", b""))
            self.assertEqual(result.stderr, b"", content)
            self.assertEqual(result.stdout.count(b"\n"), content.count(b"\n") or (1 if content else 0))


class CarriageReturns(FolderTest):
    def test_are_visible_and_said_once(self):
        unix, windows = self.file("a", b"a\nb\nc\n"), self.file("b", b"a\r\nb\r\nc\r\n")
        result = peel("diff", unix, windows)
        self.assertEqual(result.stdout, b'- a\n- b\n- c\n+ "a\\r"\n+ "b\\r"\n+ "c\\r"\n')
        self.assertEqual(result.stderr, b"note: 3 lines that only RIGHT has end with a carriage return, \\r, as on Windows, and "
                                        b"no line that only LEFT has does; tr -d '\\r' removes it\n")
        self.assertIn(b"note: 3 lines that only LEFT has end", peel("diff", windows, unix).stderr)
        self.assertIn(b"note: 3 lines that only LEFT has end", peel("sync", windows, unix).stderr)

    def test_are_not_mentioned_where_both_sides_have_them_or_one_has_nothing(self):
        for left, right in ((b"a\r\n", b"b\r\n"), (b"a\r\n", b""), (b"a\n", b"b\n"), (b"a\r\nb\n", b"b\n")):
            self.assertEqual(peel("diff", self.file("a", left), self.file("b", right)).stderr, b"")


if __name__ == "__main__":
    unittest.main()
