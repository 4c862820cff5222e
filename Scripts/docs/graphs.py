"""graphs.py HEADERS TEXTS EXTRACTED IMPORTED OWN OUTPUT   joins what C and Swift programs see into one page for each name

HEADERS    the folder of the public headers
TEXTS      the folder of longer texts and examples, docs/Symbols: see symboltexts.py
EXTRACTED  symbol graphs of the headers, by clang: M.symbols.json for each module M
IMPORTED   symbol graphs of the C modules as Swift imports them: CM.symbols.json
OWN        symbol graphs of the Swift modules: M.symbols.json, and M@N.symbols.json for what they add to types of N
OUTPUT     where docc is to look

docc makes one page of symbols of two languages that have the same precise identifier. Those that clang gives and those that
Swift gives to what it imports are the same. A Swift module adds two kinds of functions: the bodies of the functions of the
headers, which the page of the C function stands for, and functions with the name of a C function and Swift's types in place
of C's, which a Swift program calls instead. Those get the identifier of the C function.

Functions go by their bare names, in the addresses of their pages too: no parameter has a label.

Each symbol has the comment of its header in both languages. Names of other symbols in it become links. A function without a
paragraph on threads has that of its header. relations.py adds what follows from all headers, and propertycode.py code for properties: the file
property-code of OUTPUT has all of that, in Swift and in C, to be compiled.
"""
import collections
import json
import pathlib
import re
import sys

import propertycode
from constants import Constants
from headers import THREADS, Header
from relations import Relations, pointer_code, users_last
from swiftrelations import SwiftRelations
from symboltexts import SymbolTexts, with_text

MODULES = ["CoreAudioTypes", "CoreAudio", "AudioToolbox", "CoreMIDI", "OpenAL"]
NAME = re.compile(r"(?<!`)`([A-Za-z_]\w+(?:\([\w:]+\)|\(\))?)`(?!`)")
SAME_IN_C = {"swift.func": ["c.func"], "swift.var": ["c.macro", "c.var"], "swift.typealias": ["c.typealias"]}
IMPLEMENTATION = "c:(cm)"


def load(path):
    return json.loads(path.read_text()) if path.exists() else {"symbols": [], "relationships": []}


def precise(symbol):
    return symbol["identifier"]["precise"]


def base_name(symbol):
    return symbol["pathComponents"][-1].split("(")[0]


def bare(symbol):
    """Has a symbol go by its bare name: as the title, in the address of its page and in the list beside the pages."""
    name = base_name(symbol)
    symbol["pathComponents"][-1] = symbol["names"]["title"] = name
    symbol["names"]["navigator"] = symbol["names"]["subHeading"] = [{"kind": "identifier", "spelling": name}]


def linked(text, places):
    """The text with each name in it that has a place as a link."""
    return NAME.sub(lambda match: f"``{places[match[1]]}``" if match[1] in places else match[0], text)


def with_threads(lines, rule):
    """A function's comment with the rule of its header on threads before its parameters, unless it has a paragraph on them."""
    if rule and not any(line.startswith(THREADS) for line in lines):
        place = next((number for number, line in enumerate(lines) if re.match(r"- (Parameter|Returns)", line)), len(lines))
        lines = lines[:place] + ([] if place and not lines[place - 1] else [""]) + [rule, ""] + lines[place:]
    return lines


class Comments:
    """The documentation of each C symbol, by its precise identifier."""

    def __init__(self, headers, graphs, texts):
        # AudioUnit has headers of the same names, which include these.
        self.headers = {path.name: Header(path) for module in MODULES for path in (headers / module).glob("*.h")}
        self.constants = Constants()
        for graph in graphs.values():
            for symbol in graph["symbols"]:
                self.with_own_comment(symbol)
        self.texts, self.relations = texts, Relations(graphs.values(), self.headers)
        self.properties = {}
        self.places = {}
        for module, graph in graphs.items():
            for symbol in graph["symbols"]:
                if len(symbol["pathComponents"]) == 1:
                    self.places[symbol["names"]["title"]] = f"/{module}/{symbol['names']['title']}"
        self.by_identifier = {
            precise(symbol): self.document(symbol) for graph in graphs.values() for symbol in graph["symbols"]}

    def with_own_comment(self, symbol):
        """Gives a constant of an enumeration its own comment, or none: clang gives it that of the one before it."""
        if symbol["kind"]["identifier"] == "c.enum.case" and "location" in symbol:
            header = self.headers[pathlib.Path(symbol["location"]["uri"]).name]
            lines = self.constants.own(header, symbol["names"]["title"], symbol["location"]["position"]["line"])
            symbol["docComment"] = {"lines": [{"text": line} for line in lines]}
        elif symbol["kind"]["identifier"] == "c.typealias" and "location" in symbol and "docComment" not in symbol:
            # CoreFoundation declares it again, without a comment.
            header = self.headers[pathlib.Path(symbol["location"]["uri"]).name]
            lines = header.comment(symbol["location"]["position"]["line"])
            symbol["docComment"] = {"lines": [{"text": line} for line in lines]}

    def document(self, symbol):
        lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
        if "location" in symbol:
            header = self.headers[pathlib.Path(symbol["location"]["uri"]).name]
            line, name = symbol["location"]["position"]["line"], symbol["names"]["title"]
            if symbol["kind"]["identifier"] in ("c.enum.case", "c.macro"):
                is_macro = symbol["kind"]["identifier"] == "c.macro"
                if len(header.group_names(line)) > 1 if is_macro else not lines:
                    lines = self.constants.of_group(header, name, line)
                lines = lines or header.group_comment(line)
                value = header.value(name, line)
                lines = lines + ["", f"The value is {value}."] if value else lines
            elif symbol["kind"]["identifier"] == "c.func":
                lines = with_threads(lines, header.threads(line))
            lines = with_text(lines, self.added(symbol, lines))
            lines = [f"**Threads.** {line.removeprefix(THREADS)}" if line.startswith(THREADS) else line for line in lines]
        return self.linked(lines, symbol["names"]["title"])

    def added(self, symbol, lines):
        """What is added to the comment of a symbol of C."""
        name, found = symbol["names"]["title"], []
        if symbol["kind"]["identifier"] in ("c.enum.case", "c.macro"):
            text = " ".join(line for line in lines if not line.startswith("The value is "))
            found += propertycode.documentation(name, text)
            self.properties[name] = text
        owner = symbol["pathComponents"][0]
        return users_last(found + self.relations.lines(symbol) + self.texts.lines(symbol["pathComponents"]) + (
            self.texts.lines([owner]) if owner != name and symbol["kind"]["identifier"] == "c.property" else []))

    def linked(self, lines, own_name):
        return [NAME.sub(lambda match: match[0] if match[1] == own_name else linked(match[0], self.places), line) for line in lines]

    def attach(self, symbol, identifier):
        lines = self.by_identifier.get(identifier)
        if lines:
            symbol["docComment"] = {"lines": [{"text": line} for line in lines]}
        return symbol


def one_parameter_a_line(symbol):
    """Breaks the declaration of a C function as the header does: docc breaks those of Swift alone."""
    fragments = symbol["declarationFragments"]
    if symbol["kind"]["identifier"] != "c.func" or sum(each["kind"] == "internalParam" for each in fragments) < 2:
        return
    depth = 0
    for fragment in fragments:
        if fragment["kind"] == "text":
            if depth == 0 and fragment["spelling"].startswith("("):
                fragment["spelling"] = "(\n    " + fragment["spelling"][1:]
            elif depth == 1 and fragment["spelling"] == ", ":
                fragment["spelling"] = ",\n    "
            depth += fragment["spelling"].count("(") - fragment["spelling"].count(")")


def with_group_texts(graph):
    """The graph of a Swift module, in which the cases of an enumeration that have no text have that of the enumeration."""
    texts = {precise(symbol): symbol.get("docComment") for symbol in graph["symbols"]}
    owners = {each["source"]: each["target"] for each in graph["relationships"] if each["kind"] == "memberOf"}
    for symbol in graph["symbols"]:
        text = texts.get(owners.get(precise(symbol)))
        if symbol["kind"]["identifier"] == "swift.enum.case" and text and "docComment" not in symbol:
            symbol["docComment"] = text
    return graph


def with_own_texts(graph, texts):
    """The graph of a Swift module, in which what Swift alone declares has its values and users, and its texts of docs/Symbols."""
    relations = SwiftRelations(graph)
    found = {
        precise(symbol): users_last(relations.lines(symbol) + texts.lines(symbol["pathComponents"]))
        for symbol in graph["symbols"] if not precise(symbol).startswith("c:")}
    for symbol in graph["symbols"]:
        added = found.get(precise(symbol))
        if added:
            lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
            symbol["docComment"] = {"lines": [{"text": line} for line in with_text(lines, added)]}
    return graph


def with_links(graph, module, places):
    """The graph of a Swift module, in whose texts names are links: of the members of the types around, of the module, and of C."""
    members = {}
    for symbol in graph["symbols"]:
        *owner, title = symbol["pathComponents"]
        for name in {title, title.split("(")[0]}:
            members.setdefault(tuple(owner), {}).setdefault(name, []).append("/".join(["", module, *owner, title]))
    # A name of several members is that of none.
    scopes = {owner: {name: found[0] for name, found in names.items() if len(found) == 1} for owner, names in members.items()}
    for symbol in graph["symbols"]:
        path = tuple(symbol["pathComponents"])
        own = {path[-1], path[-1].split("(")[0]}
        known = collections.ChainMap(*(scopes.get(path[:depth], {}) for depth in range(len(path), -1, -1)), places)
        for line in symbol.get("docComment", {}).get("lines", []):
            line["text"] = NAME.sub(lambda match: match[0] if match[1] in own else linked(match[0], known), line["text"])
    return graph


def with_optional_methods(graph):
    """The graph of a Swift module, whose protocols' methods with an empty body of the module's own may be left out."""
    own = {precise(symbol) for symbol in graph["symbols"]}
    bodies = {
        each["source"]: each["target"] for each in graph["relationships"]
        if each["kind"] == "defaultImplementationOf" and each["target"] in own}
    graph["symbols"] = [symbol for symbol in graph["symbols"] if precise(symbol) not in bodies]
    graph["relationships"] = [each for each in graph["relationships"] if each["source"] not in bodies]
    for each in graph["relationships"]:
        if each["kind"] == "requirementOf" and each["source"] in bodies.values():
            each["kind"] = "optionalRequirementOf"
    return graph


def merged(module, extracted, imported, own, comments):
    """The graph of what Swift programs see of a module."""
    names = {
        (symbol["kind"]["identifier"], base_name(symbol)): precise(symbol) for symbol in extracted["symbols"]}
    symbols = {}
    for symbol in own["symbols"]:
        identifier = precise(symbol)
        if identifier.startswith(IMPLEMENTATION):
            continue
        kinds = SAME_IN_C.get(symbol["kind"]["identifier"], [])
        joined = next((names[kind, base_name(symbol)] for kind in kinds if (kind, base_name(symbol)) in names), None)
        if joined:
            symbol["identifier"]["precise"] = joined
            bare(symbol)
        # Of several functions of one name the first has the page: they differ in a type alone.
        symbols.setdefault(joined or identifier, comments.attach(symbol, joined))
    known = {precise(symbol) for symbol in extracted["symbols"]}
    for symbol in imported["symbols"]:
        if precise(symbol) in known:
            if symbol["kind"]["identifier"] in ("swift.func", "swift.var"):
                bare(symbol)
            symbols.setdefault(precise(symbol), comments.attach(symbol, precise(symbol)))
    relationships = [
        each for each in own["relationships"] + imported["relationships"]
        if each["source"] in symbols and (each["kind"] != "memberOf" or each["target"] in symbols)]
    return {**own, "symbols": list(symbols.values()), "relationships": relationships}


def pass_on(own, folder, source, target):
    """Moves what the sources in a folder of one module declare to another, which passes it on and where Apple has it."""
    paths = [own / f"{module}.symbols.json" for module in (source, target)]
    given, taken = map(load, paths)
    moved = {
        precise(symbol) for symbol in given["symbols"] if f"/{source}/{folder}/" in symbol.get("location", {}).get("uri", "")}
    # Those that the compiler adds to a type have no location.
    moved |= {each["source"] for each in given["relationships"] if each["kind"] == "memberOf" and each["target"] in moved}
    for kind, name in ("symbols", precise), ("relationships", lambda each: each["source"]):
        taken[kind] += [each for each in given[kind] if name(each) in moved]
        given[kind] = [each for each in given[kind] if name(each) not in moved]
    for path, graph in zip(paths, (given, taken)):
        path.write_text(json.dumps(graph))


def main():
    headers, texts, extracted, imported, own, output = map(pathlib.Path, sys.argv[1:])
    pass_on(own, "Formats", "AudioToolbox", "AVFAudio")
    graphs = {module: load(extracted / f"{module}.symbols.json") for module in MODULES}
    texts = SymbolTexts(texts)
    comments = Comments(headers, graphs, texts)
    pointers = [line for graph in graphs.values() for symbol in graph["symbols"] for line in pointer_code(symbol)]
    for suffix, code in zip((".swift", ".c"), propertycode.sources(comments.properties, pointers)):
        (output / f"property-code{suffix}").write_text(code)
    for module, graph in graphs.items():
        for symbol in graph["symbols"]:
            one_parameter_a_line(comments.attach(symbol, precise(symbol)))
        swift = with_own_texts(merged(
            module, graph, load(imported / f"C{module}.symbols.json"),
            with_optional_methods(load(own / f"{module}.symbols.json")), comments), texts)
        (output / f"{module}.c.symbols.json").write_text(json.dumps(graph))
        (output / f"{module}.symbols.json").write_text(json.dumps(swift))
    for path in own.glob("*.symbols.json"):
        module = path.name.split(".")[0]
        if module not in MODULES:
            graph = with_group_texts(with_own_texts(with_optional_methods(load(path)), texts))
            (output / path.name).write_text(json.dumps(with_links(graph, module, comments.places)))
    unused = texts.unused()
    print("\n".join(unused), end="\n" if unused else "")
    return 1 if unused else 0


if __name__ == "__main__":
    sys.exit(main())
