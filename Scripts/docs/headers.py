"""What the symbol graphs leave out of a header: sections, rules for threads, the comments of enumerations, and the values of
constants."""
import re

SECTION = re.compile(r"// MARK: (.+)")
CONSTANT = re.compile(r"\s*(\w+)(?:\s+API_\w+\([^)]*\))?\s*=\s*([^,/]+?)\s*,?\s*(?://\s*('[^']*'))?\s*$")
MACRO = re.compile(r"#define (\w+) (\S.*?)(?:\s*//.*)?$")
# `// Threads: …` and the comment's other lines hold for each function below it that has no such paragraph of its own.
THREADS = "Threads: "
TEXT = re.compile(r"\s*/// ?(.*)")


class Header:
    def __init__(self, path):
        self.name = path.name
        self.lines = path.read_text().split("\n")

    def section(self, line):
        """The title of the section that the line is in; None above the first."""
        marks = (SECTION.match(text) for text in reversed(self.lines[:line]))
        return next((mark[1] for mark in marks if mark), None)

    def threads(self, line):
        """The rule for threads that holds for the function in a line: that of the nearest `// Threads:` above it; None without."""
        first = next((number for number in range(line, -1, -1) if self.lines[number].startswith("// " + THREADS)), None)
        if first is None:
            return None
        last = first + 1
        while self.lines[last].startswith("// "):
            last += 1
        return " ".join(text[3:] for text in self.lines[first:last])

    def comment(self, line):
        """The documentation comment right above a line."""
        first = line
        while first > 0 and TEXT.match(self.lines[first - 1]):
            first -= 1
        return [TEXT.match(text)[1] for text in self.lines[first:line]]

    def group_comment(self, line):
        """The comment of the enumeration, or of the run of macros, that the line is in."""
        if self.lines[line].startswith("#define"):
            while self.lines[line - 1].startswith("#define"):
                line -= 1
            return self.comment(line)
        while line > 0 and not re.match(r"\S.*\{$", self.lines[line]):
            if self.lines[line].startswith("}"):
                return []
            line -= 1
        return self.comment(line)

    def group_names(self, line):
        """The names of all constants of the enumeration, or of the run of macros, that the line is in."""
        if self.lines[line].startswith("#define"):
            names = [(number, MACRO.match(text)) for number, text in enumerate(self.lines)]
            numbers = {number for number, found in names if found}
            first, last = line, line
            while first - 1 in numbers:
                first -= 1
            while last + 1 in numbers:
                last += 1
            return [found[1] for number, found in names if first <= number <= last and found]
        first = next((number for number in range(line, -1, -1) if re.match(r"\S.*\{$", self.lines[number])), line)
        names = []
        for text in self.lines[first + 1:]:
            if text.startswith("}"):
                break
            found = re.match(r"\s+(\w+) = ", text)
            names += [found[1]] if found else []
        return names

    def statuses(self):
        """(name, value, text) of each constant of an enumeration of OSStatus."""
        inside = False
        for number, line in enumerate(self.lines):
            inside = (inside or "CF_ENUM(OSStatus)" in line) and not line.startswith("}")
            name = re.match(r"\s*(k\w+)", line)
            value = inside and name and self.value(name[1], number)
            if value:
                yield name[1], value, " ".join(self.comment(number))

    def value(self, name, line):
        """The value of a constant as people write it: `'ffmt'`, or `-50`."""
        macro = MACRO.match(self.lines[line])
        if macro and macro[1] == name:
            return f"`{macro[2]}`"
        found = CONSTANT.match(self.lines[line])
        if not found or found[1] != name:
            return None
        if not found[3]:
            return f"`{found[2]}`"
        try:
            return f"`{found[3]}`, as a number {int(found[2], 16)}"
        except ValueError:
            return f"`{found[3]}`"
