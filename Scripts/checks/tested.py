"""Each public name, of a function of the headers or a declaration of the Swift modules, is mentioned in a test."""
import pathlib
import re
import sys

from documented import CLASSES, FACES, FUNCTION
from files import tracked

PUBLIC = re.compile(
    r"^ *(?:@\w+(?:\([^)]*\))? )*(?:public|open) "
    r"(?:(?:override|class|static|final|convenience|required|mutating|indirect|weak|private\(set\)) )*"
    r"(?:func|var|let|class|struct|enum|protocol|typealias) `?(\w+)", re.MULTILINE)
# What protocols of Swift ask for, which the compiler uses.
WITNESSES = {"Index", "Indices", "Iterator", "SubSequence", "Element"}


def declared():
    """The names, each with the file that declares it. What is for Swift alone has two underscores before the name that programs use."""
    names = {}
    for path in sorted(pathlib.Path("Sources/CoreAudioHeaders/include").rglob("*.h")):
        names |= {found["name"]: path for found in FUNCTION.finditer(path.read_text())}
    for folder in [*FACES, *CLASSES, pathlib.Path("Sources/CoreAudioAdditions")]:
        for path in sorted(folder.rglob("*.swift")):
            names |= {name.removeprefix("__"): path for name in PUBLIC.findall(path.read_text())}
    return {name: path for name, path in names.items() if name not in WITNESSES}


def main():
    tests = [path for path in tracked(".swift", ".c", ".cpp", ".h") if path.parts[0] == "Tests"]
    mentioned = {word for path in tests for word in re.findall(r"\w+", path.read_text())}
    names = declared()
    for name in sorted(names.keys() - mentioned):
        print(f"{names[name]}: no test mentions {name}")
    if not names:
        print("no public name was found")
    return 0 if names and names.keys() <= mentioned else 1


if __name__ == "__main__":
    sys.exit(main())
