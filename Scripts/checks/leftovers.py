"""Nothing is left over: no notes to self, no paths of one machine, no code in comments."""
import re
import sys

from files import tracked

WORDS = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
MACHINE = re.compile(r"(?<![\w.$}])/(?:home|Users|work|root)/\w|\.\./shared(?!/corpus)")
CODE = re.compile(r"^\s*//(?!/)\s*(?:(?:let|var|func|guard|return|if|for|import|case|try)\b.*[={(]\s*\S*$|\S.*(?:\{|\);)$|\}$)")
TEXT = {".swift", ".c", ".h", ".md", ".py", ".sh", ".yml", ".json", ".txt", ".in", ".cmake", ".modulemap", ""}


def complaints(path):
    try:
        lines = path.read_text().split("\n")
    except UnicodeDecodeError:
        return
    for number, line in enumerate(lines, 1):
        if WORDS.search(line):
            yield f"{path}:{number}: a note to self"
        if MACHINE.search(line):
            yield f"{path}:{number}: a path of one machine"
        if path.suffix in {".swift", ".c", ".h"} and CODE.match(line):
            yield f"{path}:{number}: code in a comment"


def main():
    wrong = [line for path in tracked() if path.suffix in TEXT for line in complaints(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
