"""manual.py PAGE TOOL   prints a tool's manual page, from the one that swift-argument-parser made and `TOOL --help` on standard input

The synopsis is the tool's own usage. These files in docs/man become sections, as they are: TOOL.screen and TOOL.environment before
the exit status, TOOL.examples behind it. A sentence begins a line, as `mandoc -Tlint` asks for.
"""
import pathlib
import re
import sys

TOOLS = ("afconvert", "afinfo", "afplay", "afrecord", "auvalidate")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs/man"
SENTENCE = re.compile(r"(?<=[a-z0-9)'\"][.?;]) (?=[A-Z])")


def synopsis(page, usage):
    found = re.search(r"USAGE: (.*?)\n\n", usage, re.DOTALL)[1]
    lines = "\n".join(line.strip() for line in found.splitlines())
    section = f".Sh SYNOPSIS\n.Bd -literal\n{lines}\n.Ed\n"
    return re.sub(r"\.Sh SYNOPSIS\n.*?(?=\.Sh DESCRIPTION)", lambda match: section, page, flags=re.DOTALL)


def own(tool, name, title):
    """A section that stands in a file of its own; empty where there is none."""
    path = FOLDER / f"{tool}.{name}"
    if not path.exists():
        return ""
    text = path.read_text()
    return text if text.startswith(".Sh") else f".Sh {title}\n{text}"


def sections(page, tool):
    see = '.Sh "SEE ALSO"\n' + " ,\n".join(f".Xr {name} 1" for name in TOOLS if name != tool) + "\n"
    before = own(tool, "screen", '"THE SCREEN"') + own(tool, "environment", "ENVIRONMENT")
    page = re.sub(r"\.Sh \"SEE ALSO\"\n.*", "", page, flags=re.DOTALL).rstrip() + "\n"
    page = page.replace('.Sh "EXIT STATUS"', before + '.Sh "EXIT STATUS"')
    return page + own(tool, "examples", "EXAMPLES") + see


def tidy(page):
    """One sentence on a line of text, and no full stop behind the tool's description."""
    page = re.sub(r"^\.Nd \"(.*)\.\"$", r".Nd \1", page, flags=re.MULTILINE)
    return "\n".join(line if line.startswith(".") else SENTENCE.sub("\n", line) for line in page.split("\n"))


def headed(page):
    """The page under the name of Linux: groff's header and footer say BSD unless a page names the system."""
    page = re.sub(r"^\.Os$", ".Os Linux", page, flags=re.MULTILINE)
    return re.sub(r"^\.Dt ", ".ds doc-volume-operating-system Linux\n.Dt ", page, count=1, flags=re.MULTILINE)


def made(page, tool, usage):
    # The plug-in adds the help subcommand of the parser, which these tools do not have.
    page = re.sub(r"\.It Em help\nShow subcommand help.*?\n\.El\n", "", page, flags=re.DOTALL)
    return headed(tidy(sections(synopsis(page, usage), tool)))


if __name__ == "__main__":
    print(made(pathlib.Path(sys.argv[1]).read_text(), sys.argv[2], sys.stdin.read()), end="")
