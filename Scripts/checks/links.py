"""Links in the Markdown pages lead to files, and to headings, that are there."""
import pathlib
import re
import sys

from files import tracked

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
# Scripts/docs/flows.py draws these while the documentation is made.
DRAWN = re.findall(r'"(flow-\w+)"', pathlib.Path("Scripts/docs/flows.py").read_text())
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def anchors(path):
    headings = re.findall(r"^#+\s+(.+)$", FENCE.sub("", path.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def complaints(path):
    for target in LINK.findall(FENCE.sub("", path.read_text())):
        if re.match(r"[a-z]+:", target) or target in DRAWN:
            continue
        name, _, anchor = target.partition("#")
        file = path.parent / name if name else path
        # docc finds a picture by its name alone.
        if path.parent.suffix == ".docc" and not file.exists():
            file = next((picture for picture in (file.with_suffix(end) for end in (".svg", ".png")) if picture.exists()), file)
        if not file.exists():
            yield f"{path}: a link to {target}, which is not there"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"{path}: a link to {target}, which has no such heading"


def main():
    wrong = [line for path in tracked(".md") for line in complaints(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
