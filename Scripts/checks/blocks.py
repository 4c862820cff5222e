"""Blocks of code in the Markdown pages are of their language: C compiles against the headers where it is a whole file; Swift
and shell parse, where `{ … }` stands for a body that is left out. TutorialTests runs the tutorials."""
import pathlib
import re
import shutil
import subprocess
import sys

from files import tracked

BLOCK = re.compile(r"^```(c|swift|sh)\n(.*?)^```", re.DOTALL | re.MULTILINE)
SWIFT = pathlib.Path(shutil.which("swift")).resolve().parent
C = ["clang", "-x", "c", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fblocks", "-fsyntax-only",
     "-I", "Sources/CoreAudioHeaders/include", "-isystem", str(SWIFT.parent / "lib/swift"), "-"]
COMMANDS = {"c": C, "swift": [str(SWIFT / "swiftc"), "-parse", "-"], "sh": ["bash", "-n"]}


def complaints(path):
    text = path.read_text()
    for block in BLOCK.finditer(text):
        language, code = block.groups()
        if language == "c" and "#include" not in code:
            continue
        run = subprocess.run(
            COMMANDS[language], input=code.replace("{ … }", "{}"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            yield f"{path}:{text.count(chr(10), 0, block.start()) + 1}: this is not {language}: {run.stdout.strip()}"


def main():
    wrong = [line for path in tracked(".md") for line in complaints(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
