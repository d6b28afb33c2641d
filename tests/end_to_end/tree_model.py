"""Random trees, and what their difference should be: an oracle that walks and reads everything."""
import base64
import hashlib
import os
import random
import shutil
import stat

PLAIN = [b"a", b"b", b"src", b"docs", b"x.o", b"x.c", b"README", b"build", b"a long name with spaces in it.txt"]
STRANGE = [b"\xff\xfe", b"new\nline", b"-dash", b"\x1b[31m", b"quote\"'", b"\xc3\xa4", b"[x]", b"comma,name"]


class TreeMaker:
    """Makes a tree, and changes copies of it."""

    def __init__(self, seed, names=PLAIN + STRANGE):
        self.dice = random.Random(seed)
        self.names = names

    def content(self):
        kind = self.dice.randrange(4)
        if kind == 0:
            return b""
        if kind == 1:
            return self.dice.choice([b"same", b"also the same", b"x" * 1000])
        return self.dice.randbytes(self.dice.choice([1, 5, 5, 300, 300_000 if kind == 3 else 20]))

    def put(self, path):
        """Something that is not there yet."""
        kind = self.dice.randrange(12)
        if kind == 0:
            os.symlink(self.dice.choice([b"nowhere", b"..", b"a", b"\xff"]), path)
        elif kind == 1:
            os.mkfifo(path)
        else:
            with open(path, "wb") as out:
                out.write(self.content())
            os.chmod(path, self.dice.choice([0o644, 0o644, 0o644, 0o755, 0o600]))

    def fill(self, folder, depth):
        for name in self.dice.sample(self.names, self.dice.randrange(len(self.names))):
            path = os.path.join(folder, name)
            if depth > 0 and self.dice.random() < 0.4:
                os.mkdir(path, 0o755)
                self.fill(path, depth - 1)
            else:
                self.put(path)

    def everything(self, root):
        return [os.path.join(folder, name) for folder, folders, files in os.walk(root) for name in folders + files]

    def mutate(self, root):
        """Changes one thing."""
        paths = self.everything(root)
        if not paths:
            return self.put(os.path.join(root, b"first"))
        path = self.dice.choice(paths)
        what = self.dice.choice(["edit", "edit", "chmod", "delete", "add", "move", "move", "replace", "touch"])
        is_file = stat.S_ISREG(os.lstat(path).st_mode)
        if what == "edit" and is_file:
            with open(path, "r+b") as out:  # often of the same size
                data = bytearray(out.read() or b"x")
                data[self.dice.randrange(len(data))] ^= 1
                out.seek(0)
                out.write(data + b"longer" * self.dice.randrange(2))
        elif what == "chmod" and not os.path.islink(path):
            os.chmod(path, self.dice.choice([0o700, 0o755, 0o751]) if os.path.isdir(path) else 0o640)
        elif what == "touch" and is_file:
            os.utime(path, ns=(1, self.dice.randrange(10**18)))
        elif what == "delete":
            self.remove(path)
        elif what == "replace":
            self.remove(path)
            self.put(path)
        else:
            folders = [root] + [p for p in paths if os.path.isdir(p) and not os.path.islink(p)]
            to = os.path.join(self.dice.choice(folders), b"new%d" % self.dice.randrange(1000))
            if what == "move" and not os.path.lexists(to) and not (to + b"/").startswith(path + b"/"):
                os.rename(path, to)
            elif not os.path.lexists(to):
                self.put(to)

    @staticmethod
    def remove(path):
        shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)


def copy_tree(source, target):
    """Links as links, fifos as fifos, with modes and times."""
    shutil.copytree(source, target, symlinks=True, copy_function=copy_entry)


def copy_entry(source, target, follow_symlinks=True):
    if stat.S_ISFIFO(os.lstat(source).st_mode):
        os.mkfifo(target)
        os.chmod(target, stat.S_IMODE(os.lstat(source).st_mode))
    else:
        shutil.copy2(source, target, follow_symlinks=follow_symlinks)


def mode_text(mode):
    return stat.filemode(mode)[1:]


def snapshot(root):
    """{path: (kind, size, mode, content)} of everything below the root; bytes for paths and contents."""
    found = {}
    for folder, folders, files in os.walk(os.fsencode(root)):
        for name in folders + files:
            path = os.path.join(folder, name)
            about = os.lstat(path)
            kind, size, content = "file", None, None
            if stat.S_ISDIR(about.st_mode):
                kind = "folder"
            elif stat.S_ISLNK(about.st_mode):
                kind, content = "link", os.readlink(path)
            elif stat.S_ISFIFO(about.st_mode):
                kind = "fifo"
            else:
                with open(path, "rb") as file:
                    size, content = about.st_size, hashlib.sha256(file.read()).digest()
            mode = None if kind == "link" else mode_text(about.st_mode)
            found[os.path.relpath(path, os.fsencode(root))] = (kind, size, mode, content)
    return found


def path_of(key):
    """The bytes of a path in JSON."""
    path = key["path"]
    return base64.b64decode(path["base64"]) if isinstance(path, dict) else path.encode()


class Expected:
    """What peel diff should say of two snapshots."""

    def __init__(self, left, right):
        self.left, self.right = left, right
        self.removed = {path for path in left if path not in right}
        self.added = {path for path in right if path not in left}
        self.changed = {path for path in left if path in right and left[path] != right[path]}

    def check(self, test, lines):
        """Every line of JSON, and the summary."""
        *changes, summary = lines
        ops = {op: {path_of(line["key"]) for line in changes if line["op"] == op}
               for op in ("removed", "added", "changed", "moved")}
        gone, come, files = set(), set(), 0
        for line in changes:
            if line["op"] == "moved":
                old, new = path_of(line["key"]), path_of(line["to"])
                moved = [p for p in self.left if p == old or p.startswith(old + b"/")]
                for path in moved:
                    there = new + path[len(old):]
                    test.assertEqual(self.left[path], self.right[there])
                    test.assertFalse(path in gone or there in come)
                    gone.add(path)
                    come.add(there)
                count = sum(self.left[path][0] != "folder" for path in moved)
                test.assertEqual(line["count"], count)
                files += count
        test.assertEqual(ops["removed"] | gone, self.removed)
        test.assertEqual(ops["added"] | come, self.added)
        test.assertFalse(ops["removed"] & gone or ops["added"] & come)
        test.assertEqual(ops["changed"], self.changed)
        values = {self.left[path] for path in ops["removed"] if self.left[path][0] == "file" and self.left[path][1]}
        test.assertFalse(values & {self.right[path] for path in ops["added"]}, "a file moved and nobody said so")
        seen = summary["summary"]
        test.assertEqual((seen["removed"], seen["added"], seen["changed"], seen["moved"], seen["complete"]),
                         (len(ops["removed"]), len(ops["added"]), len(ops["changed"]), files, True))
