"""relations.py   what follows from the headers as a whole, for the page of one name: who takes a type, which calls return a status and
why, what the fields of a structure and the constants of an enumeration are

Nothing here is written by hand: it is collected from the declarations and the comments of all headers.
"""
import collections
import re

MOST = 16
STATUS = re.compile(r"^(?:  )?- ((?:`\w+`(?:, | and | or )?)+): (.+)$")
NAMED = re.compile(r"`(\w+)`")
POINTER = re.compile(r"A pointer to `(\w+)`\.$")
GROUP = re.compile(r"CF_(?:CLOSED_)?(?:ENUM|OPTIONS)\((?:\w+, )?(\w+)\) \{$")
TYPES = ("c.struct", "c.union", "c.enum", "c.typealias")
HOLDERS = {"c.func": "Functions", "c.typealias": "Callbacks and types", "c.struct": "Structures"}


def title(symbol):
    return symbol["names"]["title"]


def lines_of(symbol):
    return [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]


def sentence(symbol):
    """A comment's first paragraph, as the cell of a table."""
    text = []
    for line in lines_of(symbol):
        if not line.strip():
            break
        text.append(line.strip())
    return " ".join(text).replace("|", "\\|")


def listed(names):
    names = list(dict.fromkeys(names))
    shown = ", ".join(f"`{name}`" for name in names[:MOST])
    return shown + (f" and {len(names) - MOST} others" if len(names) > MOST else "")


USERS = re.compile(r"(?:Used by |(?:Functions|Callbacks and types|Structures) that use it: )")


def users_last(lines):
    """The lines with the lists of what uses a name after all else."""
    users = [line for line in lines if USERS.match(line)]
    return [line for line in lines if not USERS.match(line)] + [text for line in users for text in ("", line)]


class Relations:
    def __init__(self, graphs, headers):
        self.symbols = {symbol["identifier"]["precise"]: symbol for graph in graphs for symbol in graph["symbols"]}
        self.headers = headers
        self.users = collections.defaultdict(list)
        self.causes = collections.defaultdict(list)
        self.members = collections.defaultdict(list)
        self.owners = {}
        self.constants = collections.defaultdict(list)
        for graph in graphs:
            for each in graph["relationships"]:
                if each["kind"] == "memberOf" and each["source"] in self.symbols and each["target"] in self.symbols:
                    self.owners[each["source"]] = each["target"]
        for identifier, symbol in self.symbols.items():
            self.collect(identifier, symbol)

    def collect(self, identifier, symbol):
        kind = symbol["kind"]["identifier"]
        owner = self.owners.get(identifier)
        if owner:
            self.members[owner].append(symbol)
        holder = self.symbols[owner] if owner else symbol
        if holder["kind"]["identifier"] in HOLDERS:
            for fragment in symbol["declarationFragments"]:
                target = fragment.get("preciseIdentifier")
                if target in self.symbols and self.symbols[target]["kind"]["identifier"] in TYPES and target not in (identifier, owner):
                    self.users[target].append(holder)
        if kind == "c.func":
            for names, cause in statuses(lines_of(symbol)):
                for name in names:
                    self.causes[name].append((title(symbol), cause))
        if kind == "c.enum.case":
            group = self.group(symbol)
            if group:
                self.constants[group].append(symbol)

    def group(self, symbol):
        """The type that the enumeration around a constant is of."""
        place = symbol.get("location")
        if not place:
            return None
        lines = self.headers[place["uri"].split("/")[-1]].lines
        for line in reversed(lines[:place["position"]["line"]]):
            found = GROUP.search(line)
            if found:
                return found[1]
            if line.startswith("}"):
                return None
        return None

    def lines(self, symbol):
        """What is to be added to the comment of a name."""
        identifier, kind = symbol["identifier"]["precise"], symbol["kind"]["identifier"]
        found = []
        if kind in ("c.enum.case", "c.macro") and title(symbol) in self.causes:
            rows = [f"| `{name}` | {cause} |" for name, cause in self.causes[title(symbol)]]
            found += ["| Returned by | Cause |", "|---|---|", *rows, ""]
        if kind in ("c.struct", "c.union") and self.members[identifier]:
            found += self.fields(identifier)
        if kind == "c.property" and identifier in self.owners:
            owner = self.symbols[self.owners[identifier]]
            about = sentence(owner)
            found += [f"A field of `{title(owner)}`" + (f": {about[0].lower() + about[1:] if about[1:2].islower() else about}" if about else "."), ""]
            found += self.fields(self.owners[identifier])
        if pointer_code(symbol):
            found += ["```c", *pointer_code(symbol), "```", ""]
        if kind in TYPES:
            constants = self.members[identifier] if kind == "c.enum" else self.constants.get(title(symbol), [])
            described = [each for each in constants if sentence(each)]
            if constants and not described:
                found += [f"Its constants: {listed(map(title, constants))}.", ""]
            others = [title(each) for each in constants if each not in described] if described else []
            constants = described
            if constants:
                rows = [f"| `{title(each)}` | {sentence(each)} |" for each in constants[:40]]
                found += ["| Constant | Meaning |", "|---|---|", *rows, ""]
                if len(constants) > 40:
                    found += [f"There are {len(constants) - 40} others.", ""]
            if others:
                found += [f"Its other constants: {listed(others)}.", ""]
            for holder, name in HOLDERS.items():
                names = [title(each) for each in self.users[identifier] if each["kind"]["identifier"] == holder]
                if names:
                    found += [f"{name} that use it: {listed(names)}.", ""]
        return found

    def fields(self, identifier):
        rows = [f"| `{title(each)}` | {declared_type(each)} | {sentence(each)} |" for each in self.members[identifier]]
        return ["| Field | Type | Meaning |", "|---|---|---|", *rows, ""]


def pointer_code(symbol):
    """C code that gets the function of a pointer type of OpenAL; none for other types."""
    found = POINTER.match(sentence(symbol))
    name = found[1] if found else ""
    if symbol["kind"]["identifier"] != "c.typealias" or not name.startswith("al"):
        return []
    get = f'alcGetProcAddress(NULL, "{name}")' if name.startswith("alc") else f'alGetProcAddress("{name}")'
    return [f"{title(symbol)} function = ({title(symbol)}){get};"]


def declared_type(symbol):
    """The type of a field, as the header declares it."""
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"]).rstrip(";")
    return "`" + text.replace(title(symbol), "", 1).strip().replace("|", "\\|") + "`"


def statuses(lines):
    """(names, cause) of each entry of the list of statuses that a function returns."""
    entries = []
    for line in lines:
        if re.match(r"\s*- ", line):
            entries.append(line)
        elif entries and line.strip():
            entries[-1] += " " + line.strip()
        elif not line.strip():
            entries.append("")
    for entry in entries:
        found = STATUS.match(entry)
        if found:
            yield NAMED.findall(found[1]), found[2].replace("|", "\\|")
