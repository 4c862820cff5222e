"""What developers read is complete and plain: each function of the public headers says what it does, what each parameter
is and what it returns, in a section of its header; each field, type, enumeration and macro of them has a sentence; each
public declaration of the Swift classes has a comment whose first line is a sentence, but for the cases of an enumeration
that has one, and each that throws says what; those of CoreMedia, AVFAudio and AVFoundation name their parameters
and results; and no comment or page has a word of `WORDS`."""
import pathlib
import re
import sys

from files import tracked

HEADERS = pathlib.Path("Sources/CoreAudioHeaders/include")
WORDS = re.compile(
    r"\b(shall|whilst|thereof|thereby|whereby|herein|hereby|aforementioned|utili[sz]e\w*|leverag\w+|in order to|so-called"
    r"|obviously|needless to say|it should be noted|seamless\w*|robust\w*|blazing\w*)\b", re.IGNORECASE)
FUNCTION = re.compile(r"^(?:CF_EXPORT|CF_INLINE) (?P<result>[\w \*]+?)[ \*]+(?P<name>\w+)\(", re.MULTILINE)
FIELD = re.compile(r"    \w.*?\(\*\s*(?:_Nonnull )?(\w+)\)\(.*;$|    \w.*?(\w+)(?:\[\d+\])?(?: CA_\w+)?;$")
TYPE = re.compile(r"typedef (?!struct (\w+) \1;|CF_)(?:.*?\([*^](\w+)\)\(|struct (\w+) \{|.*?(\w+);$)")
GROUP = re.compile(r"(?:typedef )?CF_(?:CLOSED_)?(?:ENUM|OPTIONS)\((?:\w+, )?(\w+)\) \{$|struct (\w+) \{$")
MACRO = re.compile(r"#define (?!\w+_h$|__)(\w+)")
# What only Swift or another compiler than clang sees has no page.
UNSEEN = re.compile(r"#ifdef __swift__$|#else$")
PARAMETER = re.compile(r"(\w+)(?:\[\])?(?: CA_\w+)*\s*$")
SECTION = "// MARK: "
CLASSES = [pathlib.Path("Sources", name) for name in ("CoreAudioTypes", "CoreMedia", "AVFAudio", "AVFoundation")]
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
    """The names of the parameters of the function whose parameters begin at `start`."""
    inside = text[start:matching(text, start) - 1]
    pieces, depth, piece = [], 0, ""
    for character in inside:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            pieces.append(piece)
            piece = ""
        else:
            piece += character
    names = [PARAMETER.search(piece.strip()) for piece in pieces + [piece] if piece.strip() not in ("", "void")]
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
        if SECTION not in text[:function.start()]:
            yield f"{place} is in no section"


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


def undocumented(source):
    """The public declarations of a Swift file without a comment that begins with a sentence."""
    lines = source.read_text().split("\n")
    is_protocol = False
    for number, line in enumerate(lines):
        is_protocol = (is_protocol or line.startswith("public protocol")) and line != "}"
        declared = MEMBER.match(line) if is_protocol and line.startswith("    ") else PUBLIC.match(line)
        if not declared:
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


def unnamed(source):
    """The parameters and results of public functions of Swift that their comments do not name. `Does nothing.` needs none."""
    text = source.read_text()
    for function in CALL.finditer(text):
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


def words(path):
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if path.suffix in (".h", ".swift") and "///" not in line:
            continue
        for found in WORDS.finditer(line):
            yield f"{path}:{number}: \"{found[0]}\" is not plain"


def main():
    headers = [path for path in tracked(".h") if HEADERS in path.parents]
    wrong = []
    for header in headers:
        wrong += [*complaints(header), *without_text(header)]
    classes = [path for path in tracked(".swift") if path.parent in CLASSES]
    for source in classes:
        wrong += undocumented(source)
        if source.parent.name.startswith("AVF"):
            wrong += unnamed(source)
    pages = [path for path in tracked(".md") if pathlib.Path("docs") in path.parents]
    wrong += [line for path in headers + classes + pages for line in words(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
