"""What developers read is complete.

Each function of the public headers says what it does, what each parameter is and what it returns, with a status other than
`noErr` and its cause where it returns an OSStatus; it is in a section of its header, and a rule on threads holds for it. Each
callback says what its parameters are, what it returns, and which thread calls it. Each field, type, enumeration, macro and
property has a sentence.

Each public declaration of the Swift modules has a comment whose first line is a sentence, but for the cases of an enumeration
that has one, names its parameters and its result, and says what it throws. Names that C has too have the header's comment.
"""
import pathlib
import re
import sys

from files import tracked

HEADERS = pathlib.Path("Sources/CoreAudioHeaders/include")
# Of the Mac's system beside Core Audio, which docs/CClients.md describes.
SYSTEM = {
    HEADERS / name
    for name in (
        "AvailabilityMacros.h", "CoreFoundation/AsOnLinux.h", "MacTypes.h", "TargetConditionals.h", "mach/mach_time.h")
}
FUNCTION = re.compile(r"^(?:CF_EXPORT|CF_INLINE|ALC?_API) (?P<result>[\w \*]+?)[ \*]+(?P<name>\w+)\(", re.MULTILINE)
CALLBACK = re.compile(r"^typedef (?P<result>[^;(]*?)\([*^](?P<name>\w+)\)\(", re.MULTILINE)
# A status and its cause, as in "`kAudio_ParamError`: a pointer is null" or "-48: the file exists".
ERROR = re.compile(r"(?:`k\w+`|`AV\w+`|-\d+|'....'`?)[^.;]*?(?:: \S| where | if )|^- Returns: Always ")
PROPERTY = re.compile(r"    (k\w*(?:Property|GlobalInfo_)\w*) =")
# What has "Property" in its name, and is none: scopes, elements, wildcards, statuses, selectors of functions, flags.
NO_PROPERTY = re.compile(r"Scope(?:Global|Input|Output|PlayThrough|Wildcard)$|ElementMa\w+$|Wildcard|Error|Select$|Flag_|Listener(?:Added|Removed)$")
FIELD = re.compile(r"    \w.*?\(\*\s*(?:_Nonnull )?(\w+)\)\(.*;$|    \w.*?(\w+)(?:\[\d+\])?(?: CA_\w+)?;$")
TYPE = re.compile(r"typedef (?!struct (\w+) \1;|CF_)(?:.*?\([*^](\w+)\)\(|struct (\w+) \{|.*?(\w+);$)")
GROUP = re.compile(r"(?:typedef )?CF_(?:CLOSED_)?(?:ENUM|OPTIONS)\((?:\w+, )?(\w+)\) \{$|struct (\w+) \{$")
MACRO = re.compile(r"#define (?!\w+_h$|__)(\w+)")
# What only Swift or another compiler than clang sees has no page.
UNSEEN = re.compile(r"#ifdef __swift__$|#else$")
PARAMETER = re.compile(r"(\w+)(?:\[\])?(?: CA_\w+)*\s*$")
SECTION = "// MARK: "
THREADS = "Threads: "
CLASSES = [pathlib.Path("Sources", name) for name in ("CoreVideo", "CoreMedia", "MediaToolbox", "AVFAudio", "AVFoundation", "MediaPlayer", "AVKit", "MediaPlayerTerminal", "RemoteControlEvents")]
# What these add to what the headers declare, whose comments stand in the headers.
FACES = [pathlib.Path("Sources", name) for name in ("CoreAudioTypes", "CoreAudio", "AudioToolbox", "CoreMIDI", "OpenAL")]
MODIFIERS = r"(?:(?:override|class|static|final|convenience|required|weak|indirect) )*"
KINDS = r"(?:class|struct|enum|protocol|func|var|let|typealias|subscript)"
NAME = rf"(?:{KINDS} (?P<name>[\w`]+)|(?P<start>init))"
PUBLIC = re.compile(rf"\s*(?:@\w+ )*(?:public|open) {MODIFIERS}(?!import){NAME}")
CALL = re.compile(
    r"^ *(?:@\w+(?:\([^)]*\))? )*(?:public|open) (?:(?:override|class|static|final|convenience|required|mutating) )*"
    r"(?:func (?P<name>\w+)|init[?!]?|subscript)(?:<[^>]*>)?\(", re.MULTILINE)
MEMBER = re.compile(rf"    {NAME}")
# What stands between a comment and its declaration.
ATTRIBUTE = re.compile(r"\s*(@\w+(\(.*\))?|// swift-format-ignore.*)$")


def parameters(text, start):
    """The names of the parameters of the function whose parameters begin at `start`; none for one without a name."""
    inside = text[start:matching(text, start) - 1]
    pieces, depth, piece = [], 0, ""
    for character in inside:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += character
    names = [PARAMETER.search(piece.strip()) for piece in pieces + [piece] if " " in piece.strip()]
    return [found[1] for found in names if found]


def comment(text, start):
    """The lines of the documentation comment that ends right before `start`."""
    lines = text[:start].split("\n")[:-1]
    first = len(lines)
    while first and lines[first - 1].startswith("///"):
        first -= 1
    return [line[4:] for line in lines[first:]]


def complaints(header):
    text = header.read_text()
    for function in FUNCTION.finditer(text):
        name, lines = function["name"], comment(text, function.start())
        place = f"{header}:{text.count(chr(10), 0, function.start()) + 1}: {name}"
        if not lines or not re.match(r"[A-Z].*", lines[0]) or "." not in " ".join(lines):
            yield f"{place} has no first sentence"
        for parameter in parameters(text, function.end()):
            if not any(re.match(rf"(- Parameter|  -) {parameter}: \S", line) for line in lines):
                yield f"{place} does not say what {parameter} is"
        if function["result"] != "void" and not any(re.match(r"- Returns: \S", line) for line in lines):
            yield f"{place} does not say what it returns"
        if function["result"] == "OSStatus" and not ERROR.search(returned(lines)):
            yield f"{place} names no status other than noErr with its cause"
        if SECTION not in text[:function.start()]:
            yield f"{place} is in no section"
        if not any(line.startswith(THREADS) for line in lines) and f"\n// {THREADS}" not in text[:function.start()]:
            yield f"{place} has no rule on threads"


def returned(lines):
    """What a comment says of the result, with the list of statuses."""
    first = next((number for number, line in enumerate(lines) if line.startswith("- Returns:")), len(lines))
    return " ".join(line.strip() for line in lines[first:])


def callbacks(header):
    text = header.read_text()
    for callback in CALLBACK.finditer(text):
        lines = comment(text, callback.start())
        place = f"{header}:{text.count(chr(10), 0, callback.start()) + 1}: {callback['name']}"
        # The function's own comment says the rest.
        if len(lines) == 1 and re.fullmatch(r"A pointer to `\w+`\.", lines[0]):
            continue
        for parameter in parameters(text, callback.end()):
            if not any(re.match(rf"(- Parameter|  -) {parameter}: \S", line) for line in lines):
                yield f"{place} does not say what {parameter} is"
        if callback["result"].strip() != "void" and not returned(lines):
            yield f"{place} does not say what it returns"
        if not any(line.startswith(THREADS) for line in lines):
            yield f"{place} does not say which thread calls it"


def properties(header):
    lines = header.read_text().split("\n")
    for number, line in enumerate(lines):
        found = PROPERTY.match(line)
        if found and not NO_PROPERTY.search(found[1]) and not lines[number - 1].strip().startswith("///"):
            yield f"{header}:{number + 1}: {found[1]} has no sentence of its own"


def without_text(header):
    """The fields, types, enumerations and macros of a header that have no sentence. One above a run of macros is of all."""
    lines = header.read_text().split("\n")
    conditions, in_struct = [], False
    for number, line in enumerate(lines):
        before = lines[number - 1]
        if line.startswith("#if"):
            conditions.append(line)
        elif line.startswith(("#else", "#endif")):
            condition = conditions.pop()
            if line.startswith("#else"):
                conditions.append("" if condition == "#ifdef __swift__" else line)
        in_struct = (in_struct or bool(re.match(r"(typedef )?struct \w+ \{$", line))) and not line.startswith("}")
        declared = FIELD.match(line) if in_struct and line.startswith(" ") else (
            GROUP.match(line) or TYPE.match(line) or MACRO.match(line))
        if not declared or before.strip().startswith("///") or any(map(UNSEEN.match, conditions)):
            continue
        if line.startswith("#define") and before.startswith("#define"):
            continue
        yield f"{header}:{number + 1}: {next(filter(None, declared.groups()), 'this')} has no text"


def names(headers):
    """What the headers declare: functions and macros, by which Swift programs know them too."""
    texts = [header.read_text() for header in headers]
    return {found["name"] for text in texts for found in FUNCTION.finditer(text)} | {
        found[1] for text in texts for found in re.finditer(r"#define (\w+)", text)}


def undocumented(source, known=frozenset()):
    """The public declarations of a Swift file without a comment that begins with a sentence, but for `known` names."""
    lines = source.read_text().split("\n")
    is_protocol = False
    for number, line in enumerate(lines):
        is_protocol = (is_protocol or line.startswith("public protocol")) and line != "}"
        declared = MEMBER.match(line) if is_protocol and line.startswith("    ") else PUBLIC.match(line)
        if not declared or (declared["name"] or "").strip("_") in known:
            continue
        first = number
        while first and ATTRIBUTE.match(lines[first - 1]):
            first -= 1
        last = first
        while first and lines[first - 1].strip().startswith("///"):
            first -= 1
        text = " ".join(line.strip()[4:] for line in lines[first:last])
        if not re.match(r"[A-Z`](.*\.|.*:$)", text):
            yield f"{source}:{number + 1}: {declared['name'] or 'init'} has no sentence"
        if re.search(r"\) (async )?throws\b", line) and "- Throws: " not in text:
            yield f"{source}:{number + 1}: {declared['name'] or 'init'} does not say what it throws"


def unnamed(source, known=frozenset()):
    """The parameters, results and errors of public functions of Swift that their comments do not name, but for `known` functions.
    `Does nothing.` needs none."""
    text = source.read_text()
    for function in CALL.finditer(text):
        if (function["name"] or "").strip("_") in known:
            continue
        start = function.end()
        names = swift_parameters(text, start)
        signature = re.match(r"[^{=\n]*", text[matching(text, start):])[0]
        above = text[:function.start()].rstrip(" ").rstrip("\n").split("\n")
        while ATTRIBUTE.match(above[-1]):
            above.pop()
        lines = []
        while above and above[-1].strip().startswith("///"):
            lines.insert(0, above.pop().strip()[4:])
        if lines == ["Does nothing."]:
            continue
        place = f"{source}:{text.count(chr(10), 0, function.start()) + 1}: {function['name'] or 'init'}"
        for name in names:
            if not any(re.match(rf"(- Parameter|  -) {name}: \S", line) for line in lines):
                yield f"{place} does not say what {name} is"
        if "->" in signature and not any(line.startswith("- Returns: ") for line in lines):
            yield f"{place} does not say what it returns"
        # What only passes on what a closure throws says so by its declaration.
        if re.search(r"\bthrows\b", signature) and not any(line.startswith("- Throws: ") for line in lines):
            yield f"{place} does not say what it throws"


def matching(text, start):
    """Where the parentheses end that open right before `start`."""
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return end


def swift_parameters(text, start):
    """The names that a function of Swift gives its parameters, which begin at `start`."""
    inside = re.sub(r"->", "", text[start:matching(text, start) - 1])
    depth, pieces = 0, [""]
    for character in inside:
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += character
    heads = [re.sub(r"@\w+\s+", "", piece.split(":")[0]).split() for piece in pieces]
    return [head[-1] for head in heads if head]


def main():
    headers = [path for path in tracked(".h") if HEADERS in path.parents and path not in SYSTEM]
    wrong = []
    for header in headers:
        wrong += [*complaints(header), *callbacks(header), *without_text(header), *properties(header)]
    declared = names(headers)
    for source in tracked(".swift"):
        if source.parent in CLASSES:
            wrong += [*undocumented(source), *unnamed(source)]
        elif source.parent in FACES or source.parent.parent in FACES:
            wrong += [*undocumented(source, declared), *unnamed(source, declared)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
