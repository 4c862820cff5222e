"""front.py   what the README and the first pages say is there is there, and what they say is missing is missing

The products of the packages and the list of units are compared with

  - the table "What is there" of the landing page: a row for each library, done or partly; no product where it says "not yet"
  - the table of modules of the page for programs from a Mac, where "Compatibility" stands for the second package
  - the table "Which unit for which job": the subtype and the name of each unit, and no other
  - the modules of which the documentation is made, and the tools that the README and the page of the tools name
  - each sentence of the README and of all pages that says that something is not available: what it names must not be declared
"""
import pathlib
import re
import sys

DOCS = pathlib.Path("docs/Documentation.docc")
LANDING, BRING, UNITS, TOOLS = (DOCS / f"{name}.md" for name in ("Core-Audio-for-Linux", "BringYourMacPackage", "AudioUnits", "Tools"))
HEADERS = pathlib.Path("Sources/CoreAudioHeaders/include")
LIBRARY, EXECUTABLE = (re.compile(rf'\.{kind}\(\s*name: "([\w-]+)"') for kind in ("library", "executable"))
# The library for C and C++; a module without names of its own.
SHARED_OBJECTS, OTHER_NAME = {"coreaudio", "coreaudio-compatibility"}, "AudioUnit"
ROW = re.compile(r"^\| ([^|]+?) \| ([^|]+?) \|(.*)\|$", re.MULTILINE)
ABSENT = re.compile(
    r"[^.\n]*(?:\n[^.\n|#]+)*\b(?:not (?:there|available)(?: yet)?|not yet)\b|\b[Nn]o (?:`\w+`(?:, `\w+`| or `\w+`)*)")
DECLARED = re.compile(r"^(?:@\S+ )*(?:public|open) (?:final )?(?:class|struct|enum|protocol|func|typealias) `?(\w+)", re.MULTILINE)
# A unit's row in the sources: UnitBlueprint("aufx", "dely", …), or row("lpas", …) of the filters.
UNIT = re.compile(r'static let (\w+) = (?:UnitBlueprint\(\s*"(....)", "(....)"|row\(\s*"(....)")')
TYPE = re.compile(r"^(?:package |public |private |final )*(?:class|struct|enum|extension) (\w+)", re.MULTILINE)
SUBTYPE = re.compile(r"kAudioUnitSubType_(\w+) = 0x\w+,? *// '(....)'")


def section(path, heading):
    """The text below a heading, up to the next one."""
    return path.read_text().partition(f"\n### {heading}\n")[2].partition("\n### ")[0]


def rows(path, heading):
    """(first cell, second cell, the others) of each row of the first table below a heading, without its head."""
    return ROW.findall(section(path, heading))[1:]


def products(kind, *packages):
    return [name for package in packages for name in kind.findall(pathlib.Path(package).read_text()) if name not in SHARED_OBJECTS]


def modules_of(cell):
    """The modules that a row is about: those before a colon, or all that are listed."""
    return re.findall(r"[\w-]+", cell.partition(":")[0])


def of_modules(ours, neighbours):
    landing = rows(LANDING, "What is there")
    for path, table in ((LANDING, landing), (BRING, rows(BRING, "Which modules are here"))):
        states = {}
        for cell, state, _ in table:
            for module in modules_of(cell):
                states.setdefault(module, set()).add(state)
        for module in ours:
            if not states.get(module, set()) & {"done", "partly"}:
                yield f"{path}: no row says that {module} is there, a product of Package.swift"
        for module, found in states.items():
            if found & {"done", "partly"} and module not in ours:
                yield f"{path}: {module} is no product of Package.swift"
            if found <= {"not yet", "never"} and module in [*ours, *neighbours]:
                yield f"{path}: {module} is there"
            # While there are none, the rows are about what is to come.
            if "Compatibility" in found and neighbours and module not in neighbours:
                yield f"{path}: {module} is no product of Compatibility/Package.swift"
            if path == BRING and module in neighbours and "Compatibility" not in found:
                yield f"{path}: {module} is a product of Compatibility/Package.swift"
        if path == BRING:
            for module in neighbours:
                if module not in states:
                    yield f"{path}: no row is about {module}, a product of Compatibility/Package.swift"
    made = re.search(r"^modules=\((.*)\)$", pathlib.Path("Scripts/make-docs").read_text(), re.MULTILINE)[1].split()
    text = LANDING.read_text()
    for module in ours:
        if module == OTHER_NAME:
            continue
        if module not in made:
            yield f"Scripts/make-docs: no pages of {module}"
        if not (DOCS / f"{module}-module.md").is_file():
            yield f"{DOCS}: {module} has no first page"
        if f"``/{module}``" not in text:
            yield f"{LANDING}: no link to {module}"


def units():
    """(subtype, type) of each unit in `Units.all`, by the names of the unit's class and of its row."""
    sources = {path: path.read_text() for path in pathlib.Path("Sources").rglob("*.swift")}
    listed = next(text for text in sources.values() if re.search(r"\benum Units\b", text))
    wanted = set(re.findall(r"\b(\w+Unit\.\w+)\b", listed))
    found = {}
    for text in sources.values():
        for each in UNIT.finditer(text):
            owner = [name[1] for name in TYPE.finditer(text, 0, each.start())][-1:]
            if owner and f"{owner[0]}.{each[1]}" in wanted:
                found[f"{owner[0]}.{each[1]}"] = (each[3] or each[4], each[2] or "aufx")
    return wanted, found


def of_units():
    wanted, found = units()
    for name in sorted(wanted - set(found)):
        yield f"Scripts/checks/front.py does not find the row of {name}"
    names = {}
    for name, subtype in SUBTYPE.findall((HEADERS / "AudioToolbox/AUComponent.h").read_text()):
        names.setdefault(subtype, set()).add(name.removeprefix("AU"))
    listed = {}
    for cell, codes, _ in rows(UNITS, "Which unit for which job"):
        for code, name in zip(re.findall(r"'(....)'(?! *\")", codes.replace("of type `'aufx'`", "")), cell.split(", ")):
            listed.setdefault(code, []).append(name)
    for subtype in sorted({subtype for subtype, _ in found.values()} - set(listed)):
        yield f"{UNITS}: no row has the unit '{subtype}'"
    for code, cells in listed.items():
        if code not in {subtype for subtype, _ in found.values()}:
            yield f"{UNITS}: there is no unit '{code}'"
        for name in cells:
            if names.get(code) and name.removeprefix("AU") not in names[code]:
                yield f"{UNITS}: '{code}' is {' or '.join(sorted(names[code]))}, not {name}"


def of_tools():
    readme = pathlib.Path("README.md").read_text()
    for tool in products(EXECUTABLE, "Package.swift"):
        for path, text in (("README.md", readme.partition("\n## ")[0]), (TOOLS, TOOLS.read_text())):
            if f"`{tool}" not in text:
                yield f"{path}: does not name {tool}"


def of_absent(ours, neighbours):
    """Names that a sentence calls missing and that are declared."""
    declared = {*ours, *neighbours}
    for module in ours:
        for path in pathlib.Path("Sources", module).rglob("*.swift"):
            declared.update(DECLARED.findall(path.read_text()))
    for header in HEADERS.rglob("*.h"):
        declared.add(header.name)
    for path in [pathlib.Path("README.md"), *sorted(DOCS.glob("*.md")), *sorted(pathlib.Path("docs").glob("*.md"))]:
        text = path.read_text()
        for sentence in ABSENT.finditer(text):
            line = text.count("\n", 0, sentence.start()) + 1
            # A row of a table is for its own check.
            if not sentence[0].lstrip().startswith("|"):
                for name in re.findall(r"`([\w.]+)`", sentence[0]):
                    if name in declared and name not in ours:
                        yield f"{path}:{line}: {name} is there: {sentence[0].strip()[:60]}"
                for name in ours:
                    if re.search(rf"(?:^|[ ,]){name}(?=,| and | or | is | are )[^`.]*\bnot (?:there|available|yet)", sentence[0]):
                        yield f"{path}:{line}: {name} is there"


def main():
    ours, neighbours = products(LIBRARY, "Package.swift"), products(LIBRARY, "Compatibility/Package.swift")
    wrong = [*of_modules(ours, neighbours), *of_units(), *of_tools(), *of_absent(ours, neighbours)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
