"""A source file has at most 600 lines, a function at most 60. Generated tables stand apart in XTables.swift."""
import re
import sys

from files import tracked

FILE_LINES, FUNCTION_LINES = 600, 60
FUNCTION = re.compile(r"^(?:(?:@\w+(?:\([^)]*\))?|[a-z]+(?:\(\w+\))?)\s+)*(?:func\s+[^\s(<]+|init[?!]?(?=[<(])|deinit\b|subscript(?=[<(]))")
LITERAL_OR_COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""(?:.|\n)*?"""#*|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def blank(text):
    """The text with comments and strings gone and its lines kept, so that braces can be counted."""
    return LITERAL_OR_COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)


def functions(lines):
    """(first line, last line) of each function that has a body, nested ones too."""
    open_functions, depth, pending = [], 0, None
    for number, line in enumerate(lines, 1):
        if FUNCTION.match(line.strip()):
            pending = (number, depth)
        for character in line:
            if character == "{":
                if pending and pending[1] == depth:
                    open_functions.append((pending[0], depth))
                    pending = None
                depth += 1
            elif character == "}":
                depth -= 1
                if open_functions and open_functions[-1][1] == depth:
                    yield open_functions.pop()[0], number
                if pending and depth < pending[1]:
                    pending = None


def complaints(path):
    text = path.read_text()
    lines = text.count("\n")
    if lines > FILE_LINES and not path.stem.endswith("Tables"):
        yield f"{path}: {lines} lines, of {FILE_LINES}"
    for first, last in functions(blank(text).split("\n")) if path.suffix == ".swift" else ():
        if last - first + 1 > FUNCTION_LINES:
            yield f"{path}:{first}: a function of {last - first + 1} lines, of {FUNCTION_LINES}"


def main():
    # The headers are the API's own shape: how long one is follows from what it declares.
    wrong = [line for path in tracked(".swift", ".c", ".py") for line in complaints(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
