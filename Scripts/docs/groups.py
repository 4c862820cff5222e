"""groups.py CATALOG HEADERS GRAPHS OUTPUT   copies the documentation catalog and groups its symbols by header and section

CATALOG  a folder of docc articles. `<!-- topics: AudioToolbox/AudioFile.h -->` in one stands for the groups of that header:
         a group for each `// MARK:`, with the symbols in the header's order, functions first. A header that no article
         names gets an article of its own. pages.py adds pages. Names of symbols become links. The page of each module lists the articles of its
         headers. `<!-- statuses -->` stands for a table of all statuses.
         A source of a Swift module can stand in place of a header: `<!-- topics: AVFAudio/AVAudioSettings.swift -->`. The members of
         a type in Swift are grouped on its page, by the `// MARK:` before each; those before the first are the essentials.
HEADERS  the folder of the public headers
GRAPHS   what graphs.py made
OUTPUT   the folder to write
"""
import json
import pathlib
import re
import shutil
import sys

import pages
from graphs import MODULES, linked
from headers import Header

STATUSES = "<!-- statuses -->"
TOPICS = re.compile(r"^<!-- topics: (\S+) -->$", re.MULTILINE)
MARK = re.compile(r"( *)// MARK: (.+)")
ESSENTIALS = "Essentials"
# Folders of other modules whose declarations a module passes on.
PASSED_ON = {"AVFAudio": [pathlib.Path("Sources/AudioToolbox/Formats")]}
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


class SwiftSource:
    def __init__(self, path):
        self.name, self.lines = path.name, path.read_text().split("\n")

    def section(self, symbol):
        """The title of the section of the type, or of the file, that a symbol is in; None before the first."""
        depth = 4 * (len(symbol["pathComponents"]) - 1)
        for line in reversed(self.lines[:symbol["location"]["position"]["line"]]):
            mark = MARK.match(line)
            if mark and len(mark[1]) == depth:
                return mark[2]
            if line.strip() and len(line) - len(line.lstrip()) < depth:
                return None
        return None


def sections(symbols, sources):
    """Symbols of Swift by the titles of their sections, in the order of the sources."""
    found = {}
    # X.swift goes before XTypes.swift, and X+Observing.swift goes last.
    for symbol in sorted(symbols, key=lambda symbol: (symbol["location"]["uri"].replace("+", "~"), symbol["location"]["position"]["line"])):
        source = sources[pathlib.Path(symbol["location"]["uri"]).name]
        found.setdefault(source.section(symbol) or ESSENTIALS, []).append(symbol)
    return dict(sorted(found.items(), key=lambda section: section[0] != ESSENTIALS))


def address_hash(symbol):
    """What docc adds to the address of a symbol that differs from others in its types alone: FNV-1 of 32 bits, folded to 24,
    in base 36."""
    value, digits = 2166136261, ""
    for byte in symbol["identifier"]["precise"].encode():
        value = value * 16777619 % 2**32 ^ byte
    value = value >> 24 ^ value & 0xFFFFFF
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def swift_groups(module, found, all_symbols):
    """Markdown: a heading for each section, and under it links to its symbols."""
    paths = [symbol["pathComponents"] for symbol in all_symbols]
    kinds = [(symbol["pathComponents"], symbol["kind"]["identifier"]) for symbol in all_symbols]

    def link(symbol):
        path, kind = symbol["pathComponents"], symbol["kind"]["identifier"]
        ending = "" if paths.count(path) == 1 else f"-{kind}" if kinds.count((path, kind)) == 1 else f"-{address_hash(symbol)}"
        return f"- ``/{module}/{'/'.join(path)}{ending}``"

    return "\n\n".join(f"### {title}\n\n" + "\n".join(map(link, members)) for title, members in found.items())


def swift_texts(module, graph, folder, output):
    """Writes the groups of each type's members, and returns those of each source's symbols, by MODULE/SOURCE."""
    folders = [folder, *PASSED_ON.get(module, [])]
    sources = {path.name: SwiftSource(path) for each in folders for path in each.rglob("*.swift")}
    symbols = [symbol for symbol in graph["symbols"] if "location" in symbol]
    by_type, by_source = {}, {}
    for symbol in symbols:
        path = symbol["pathComponents"]
        if len(path) > 1:
            by_type.setdefault("/".join(path[:-1]), []).append(symbol)
        else:
            by_source.setdefault(f"{module}/{pathlib.Path(symbol['location']['uri']).name}", []).append(symbol)
    for name, members in by_type.items():
        found = sections(members, sources)
        if len(found) > 1:
            (output / f"{module}-{name.replace('/', '-')}.md").write_text(
                f"# ``{module}/{name}``\n\n## Topics\n\n{swift_groups(module, found, symbols)}\n")
    return {path: swift_groups(module, sections(members, sources), symbols) for path, members in by_source.items()}


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
    pages.write(output)
    texts = {
        path: groups(Header(headers / path), path.split("/")[0], symbols)
        for path, symbols in symbols_by_header(graphs).items()}
    of_sources = {}
    for path in graphs.glob("*.symbols.json"):
        module = path.name.removesuffix(".symbols.json")
        if module.isidentifier() and module not in MODULES:
            of_sources |= swift_texts(module, json.loads(path.read_text()), pathlib.Path("Sources", module), output)
    places = {name: place for text in texts.values() for place, name in re.findall(r"``(/\w+/(\w+))``", text)}
    articles = {}
    for article in output.glob("**/*.md"):
        text = article.read_text().replace(STATUSES, statuses(headers))
        for path in TOPICS.findall(text):
            articles[path] = article.stem
        article.write_text(TOPICS.sub(lambda match: (texts | of_sources)[match[1]], linked(text, places)))
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
        first, _, own = text.partition("\n## Topics\n")
        page.write_text(f"{first}\n## Topics\n\n### By header\n\n{listed}\n{own}")


if __name__ == "__main__":
    main()
