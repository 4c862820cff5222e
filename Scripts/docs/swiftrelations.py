"""swiftrelations.py   what follows from a Swift module as a whole, for the page of one name: the values of an enumeration or of a type
with constants, and what uses a type"""
import collections

from relations import listed, sentence

VALUES = ("swift.enum.case", "swift.type.property")
TYPES = ("swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.typealias")


def name(symbol):
    return symbol["pathComponents"][-1]


def dotted(symbol):
    return ".".join(part.split("(")[0] for part in symbol["pathComponents"])


class SwiftRelations:
    def __init__(self, graph):
        self.symbols = {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]}
        self.owners = {each["source"]: each["target"] for each in graph["relationships"] if each["kind"] == "memberOf"}
        self.values, self.users = collections.defaultdict(list), collections.defaultdict(list)
        for identifier, symbol in self.symbols.items():
            owner = self.owners.get(identifier)
            if owner in self.symbols and self.symbols[owner]["kind"]["identifier"] != "swift.class" and symbol["kind"]["identifier"] in VALUES:
                self.values[owner].append(symbol)
            fragments = symbol.get("declarationFragments", [])
            for fragment, after in zip(fragments, [*fragments[1:], {"spelling": ""}]):
                # In `AVAudioSession.Port` the first name only says where the second one is.
                target = fragment.get("preciseIdentifier") if not after["spelling"].startswith(".") else None
                # Old names compile in no version of Swift that there is.
                is_old = symbol.get("location", {}).get("uri", "").endswith("OldNames.swift")
                if not is_old and target in self.symbols and target not in (identifier, owner) and self.owners.get(identifier) != target:
                    self.users[target].append(symbol)

    def lines(self, symbol):
        """What is to be added to the comment of a name."""
        identifier, kind = symbol["identifier"]["precise"], symbol["kind"]["identifier"]
        found = []
        owner = self.owners.get(identifier)
        group = identifier if self.values.get(identifier) else owner if kind in VALUES else None
        values = self.values.get(group, [])
        if len(values) > 1:
            rows = [f"| `{name(each)}` | {sentence(each)} |" for each in values]
            if group != identifier:
                found += [f"The values of `{dotted(self.symbols[group])}`:", ""]
            found += ["| Value | Meaning |", "|---|---|", *rows, ""]
        if kind in TYPES:
            names = [dotted(each) for each in self.users[identifier] if not dotted(each).startswith(dotted(symbol) + ".")]
            if names:
                found += [f"Used by {listed(names)}.", ""]
        return found
