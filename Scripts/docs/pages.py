"""pages.py   pages that are made of other files of the package: of docs/*.md for users, and of each program under Examples

A page of an example has what the README's table says of it, the comment at the start of its main file, and all of its code.
`<!-- examples -->` in an article stands for links to these pages, `<!-- readme: for -->` for the table of the README whose first
column has the heading `for`, and `<!-- sources: Examples/X/Sources/X -->` for all code of a folder.
"""
import pathlib
import re

GUIDES = ["InstalledModules", "CClients", "ObjectiveC", "SwiftImports", "Sessions"]
EXAMPLES = "<!-- examples -->"
SOURCES = re.compile(r"^<!-- sources: (\S+) -->$", re.MULTILINE)
OF_README = re.compile(r"^<!-- readme: (.+) -->$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#\s]+)(#[^)\s]*)?\)")
ROW = re.compile(r"^\| ([\w-]+) \| (.+?) \| (.+?) \|$", re.MULTILINE)
COMMENT = re.compile(r"(?:^//.*\n)+", re.MULTILINE)


def relinked(text):
    """A page of docs/, whose links to others lead to their pages here; those to other files are names."""
    def replaced(match):
        name = pathlib.Path(match[2]).stem
        if name == "README":
            return "<doc:GetIt>"
        return f"<doc:{name}>" if match[2].endswith(".md") and name in GUIDES else match[1]
    return LINK.sub(replaced, text)


def table(match):
    """The table of the README whose first column has a heading."""
    found = re.search(rf"^\| {re.escape(match[1])} \|(?:.*\n\|)*.*$", pathlib.Path("README.md").read_text(), re.MULTILINE)
    if not found:
        raise SystemExit(f"README.md has no table of {match[1]}")
    return relinked(found[0])


def listing(files):
    """The code of files, each below its name."""
    lines = []
    for path in files:
        lines += ["", f"#### {path.name}", "", f"```{path.suffix.lstrip('.')}", path.read_text().rstrip("\n"), "```"]
    return "\n".join(lines)


def programs():
    """(name, what it shows, how to run it, folder) of each example that has a row in the README and no article of its own."""
    table = pathlib.Path("README.md").read_text().partition("\n## Examples\n")[2].partition("\n## ")[0]
    for name, shows, how in ROW.findall(table):
        folder = pathlib.Path("Examples", name)
        if folder.is_dir() and not (folder / "Package.swift").exists():
            yield name, shows, how, folder


def example(name, shows, how, folder):
    """The page of an example."""
    files = sorted(
        (path for path in folder.iterdir() if path.suffix in (".swift", ".c")),
        key=lambda path: (not COMMENT.match(path.read_text()) or path.stem not in ("main", name, name.title()), path.name))
    about = COMMENT.match(files[0].read_text())
    lines = [line[2:].removeprefix(" ") for line in about[0].rstrip("\n").split("\n")] if about else []
    if lines and lines[0].startswith(name):
        lines[0] = f"Usage: `{lines[0]}`"
    if how.startswith("`"):
        run = ["```sh", how.strip("`"), "```"]
    else:
        run = [f"To build it, {how}."]
    place = f"In a clone of the library (<doc:GetIt>), the code is in `{folder}`. This is all of it:"
    return "\n".join([
        f"# {name}", "", f"{shows[0].upper()}{shows[1:]}.", "", "## Overview", "", *lines, "", *run, "", "### Code", "", place,
        listing(files)]) + "\n"


def write(catalog):
    """Adds the pages to a copy of the catalog."""
    for name in GUIDES:
        (catalog / f"{name}.md").write_text(relinked(pathlib.Path("docs", f"{name}.md").read_text()))
    names = []
    for each in programs():
        names.append(f"Example-{each[0]}")
        (catalog / f"{names[-1]}.md").write_text(example(*each))
    for article in catalog.glob("*.md"):
        text = article.read_text()
        text = SOURCES.sub(lambda match: listing(sorted(pathlib.Path(match[1]).glob("*.swift"))), text)
        text = OF_README.sub(table, text.replace(EXAMPLES, "\n".join(f"- <doc:{name}>" for name in names)))
        article.write_text(text)
