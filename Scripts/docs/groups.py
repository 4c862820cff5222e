"""groups.py CATALOG HEADERS GRAPHS OUTPUT   copies the documentation catalog and groups its symbols by header and section

CATALOG  a folder of docc articles. `<!-- topics: AudioToolbox/AudioFile.h -->` in one stands for the groups of that header:
         a group for each `// MARK:`, with the symbols in the header's order, functions first. A header that no article
         names gets an article of its own. Names of symbols become links. The page of each module lists the articles of its
         headers. `<!-- statuses -->` stands for a table of all statuses.
HEADERS  the folder of the public headers
GRAPHS   what graphs.py made
OUTPUT   the folder to write
"""
import json
import pathlib
import re
import shutil
import sys

from graphs import MODULES, linked
from headers import Header

STATUSES = "<!-- statuses -->"
TOPICS = re.compile(r"^<!-- topics: (\S+) -->$", re.MULTILINE)
FIRST = ["c.func", "c.struct", "c.enum", "c.typealias"]


def symbols_by_header(graphs):
    """The symbols of each header that have no other symbol around them, by the header's path below the folder of headers."""
    found = {}
    for module in MODULES:
        for symbol in json.loads((graphs / f"{module}.c.symbols.json").read_text())["symbols"]:
            if len(symbol["pathComponents"]) == 1 and "location" in symbol:
                name = pathlib.Path(symbol["location"]["uri"]).name
                found.setdefault(f"{module}/{name}", []).append(symbol)
    return found


def groups(header, module, symbols):
    """Markdown: a heading for each section, those with functions first, and under it links to its symbols."""
    sections = {}
    for symbol in sorted(symbols, key=lambda symbol: symbol["location"]["position"]["line"]):
        title = header.section(symbol["location"]["position"]["line"]) or "Types and constants"
        sections.setdefault(title, []).append(symbol)

    def rank(symbol):
        kind = symbol["kind"]["identifier"]
        return FIRST.index(kind) if kind in FIRST else len(FIRST)

    def without_calls(section):
        return all(symbol["kind"]["identifier"] != "c.func" for symbol in section[1])

    return "\n\n".join(
        f"### {title}\n\n" + "\n".join(f"- ``/{module}/{symbol['names']['title']}``" for symbol in sorted(members, key=rank))
        for title, members in sorted(sections.items(), key=without_calls))


def statuses(headers):
    """Markdown: a table of the statuses of each header."""
    tables = []
    for path in sorted(headers.glob("*/*.h")):
        rows = [f"| `{name}` | {value} | {text} |" for name, value, text in Header(path).statuses()]
        if rows:
            tables.append(f"### {path.name}\n\n| Status | Value | Cause |\n|---|---|---|\n" + "\n".join(rows))
    return "\n\n".join(tables)


def main():
    catalog, headers, graphs, output = map(pathlib.Path, sys.argv[1:])
    shutil.copytree(catalog, output)
    texts = {
        path: groups(Header(headers / path), path.split("/")[0], symbols)
        for path, symbols in symbols_by_header(graphs).items()}
    places = {name: place for text in texts.values() for place, name in re.findall(r"``(/\w+/(\w+))``", text)}
    articles = {}
    for article in output.glob("**/*.md"):
        text = article.read_text().replace(STATUSES, statuses(headers))
        for path in TOPICS.findall(text):
            articles[path] = article.stem
        article.write_text(TOPICS.sub(lambda match: texts[match[1]], linked(text, places)))
    for path, text in texts.items():
        if path not in articles:
            articles[path] = path.split("/")[1].replace(".h", "-header")
            (output / f"{articles[path]}.md").write_text(
                f"# {path.split('/')[1]}\n\nThe types, constants and functions of `<{path}>`.\n\n## Topics\n\n{text}\n")
    for module in MODULES:
        page = output / f"{module}-module.md"
        listed = "\n".join(dict.fromkeys(
            f"- <doc:{article}>" for path, article in sorted(articles.items()) if path.startswith(module + "/")))
        text = page.read_text() if page.exists() else f"# ``{module}``\n"
        page.write_text(f"{text}\n## Topics\n\n### By header\n\n{listed}\n")


if __name__ == "__main__":
    main()
