"""blocks.py [MODULES [FILE...]]   checks the blocks of code in the Markdown pages and in the comments of the public API

C and C++ compile against the headers. Shell parses, and the tools, options, make targets and scripts that it names are there;
so are those that stand between single backquotes. Swift parses; with MODULES, the folder of the modules of a build, it is
type-checked against these, as a main.swift of Swift 6 without warnings. The blocks of a page of docs/Symbols are one program then, each in a
function of its own, but for one with `// a main.swift` in the comment before it; so is each FILE, in Swift or in C.

A block is a whole file, unless a comment before it says more, which no page shows:

    <!-- before
    let session = AVAudioSession.sharedInstance()
    -->         this code comes before the block; braces that it opens are closed after the block
    <!-- from Sources/AudioToolbox/AudioFile.swift -->
                the block consists of lines of this file: it is not compiled, but compared; a line `…` stands for any others

The page of recipes says that each of its links leads to code that compiles as it stands: the section, or the page where no section is named,
has blocks of C, C++ or Swift, and none of them has such a comment.

In a block that is compiled, `…` stands for code that is left out. Indented blocks are shell. A fence begins its line, and names c,
cpp, swift, sh, or text or cmake, which are not checked.
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from files import tracked

HEADERS = pathlib.Path("Sources/CoreAudioHeaders/include")
API = [
    HEADERS,
    *(
        pathlib.Path("Sources", name)
        for name in ("CoreAudioTypes", "CoreAudio", "AudioToolbox", "CoreMIDI", "CoreVideo", "CoreMedia", "MediaToolbox", "AVFAudio", "AVFoundation", "MediaPlayer", "AVKit", "MediaPlayerTerminal", "RemoteControlEvents")
    ),
]
FENCE = re.compile(
    r"(?:^<!-- (?P<kind>before|from)\b(?P<context>.*?)-->\n+)?^```(?P<language>\S+)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?<=\n)\n(?P<code>(?:    .+\n|\n(?=    ))+)")
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
COMMENT = re.compile(r"(?:^ *///.*\n)+", re.MULTILINE)
STRANGE = re.compile(r"^(?: +```\S*|```(?!(?:c|cpp|swift|sh|text|cmake)?$).+)$", re.MULTILINE)
LEFT_OUT = "…"
SWIFT = pathlib.Path(shutil.which("swift")).resolve().parent
RECIPES = pathlib.Path("docs/Documentation.docc/Recipes.md")
RECIPE = re.compile(r"<doc:(\w+)(?:#([\w-]+))?>|``(/\S+)``")
ALONE = "// a main.swift"
SYMBOLS = pathlib.Path("docs/Symbols")
TOOLS = ("afconvert", "afinfo", "afplay", "afrecord", "auvalidate")
CLANG = ["-Wall", "-Wextra", "-Werror", "-fblocks", "-fsyntax-only", "-I", str(HEADERS), "-isystem", str(SWIFT.parent / "lib/swift"), "-"]
PARSER = [str(SWIFT / "swiftc"), "-parse", "-"]
COMPILERS = {
    "c": ["clang", "-x", "c", "-std=c11", *CLANG],
    "cpp": ["clang", "-x", "c++", "-std=c++17", *CLANG],
    "swift": PARSER,
    "sh": ["bash", "-n"],
}
LINE = {"c": '#line {1} "{0}"\n', "cpp": '#line {1} "{0}"\n', "swift": '#sourceLocation(file: "{0}", line: {1})\n', "sh": ""}


class Block:
    def __init__(self, path, line, language, code, kind=None, context=""):
        """`line` is the first of the context, or of the code where there is none; the context ends where the code begins."""
        self.path, self.line, self.language, self.code, self.kind, self.context = path, line, language, code, kind, context

    def wrong(self):
        """What is wrong with the block; empty if nothing is."""
        if self.kind == "from":
            return self.differs()
        before = self.context
        left_out = "fatalError()" if self.language == "swift" else "" if self.language == "sh" else "abort();"
        code = self.code.replace(LEFT_OUT, left_out)
        after = "}" * (before.count("{") - before.count("}"))
        text = LINE[self.language].format(self.path, self.line) + before + code + after + "\n"
        # The modules of the second package are not among those of the build: such blocks are parsed.
        command = PARSER if self.language == "swift" and self.path.parts[0] == "Compatibility" else COMPILERS[self.language]
        run = subprocess.run(
            command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return run.stdout.strip() if run.returncode else ""

    def differs(self):
        source = pathlib.Path(self.context.strip())
        if not source.is_file():
            return f"there is no {source}"
        pieces = re.split(rf"^[ ]*{LEFT_OUT}\n", self.code, flags=re.MULTILINE)
        pattern = r"(?:.*\n)*?".join(map(re.escape, pieces))
        found = re.search(r"^" + pattern, source.read_text(), re.MULTILINE)
        return "" if found else f"{source} has no such lines"


def blocks(path):
    """The blocks of a page, or of the comments of a source."""
    if path.suffix == ".md":
        yield from fenced(path, path.read_text(), 1)
        return
    text = path.read_text()
    for comment in COMMENT.finditer(text):
        lines = [re.sub(r"^ */// ?", "", line) for line in comment[0].split("\n")]
        yield from fenced(path, "\n".join(lines), text.count("\n", 0, comment.start()) + 1)


def strange(path):
    """Fences that are not looked at, with their lines."""
    if path.suffix == ".md":
        text = path.read_text()
        for fence in STRANGE.finditer(text):
            yield f"{path}:{text.count(chr(10), 0, fence.start()) + 1}: {fence[0].strip()}: a fence in a list, or of an unknown language"


def fenced(path, text, first):
    for block in FENCE.finditer(text):
        if block["language"] in COMPILERS:
            context, begin = block["context"] or "", block.start("context" if block["kind"] == "before" else "code")
            if block["kind"] == "before":
                context += "\n" * text.count("\n", block.end("context"), block.start("code"))
            yield Block(path, first + text.count("\n", 0, begin), block["language"], block["code"], block["kind"], context)
    for block in INDENTED.finditer(re.sub(FENCE, lambda match: re.sub(r".", "x", match[0]), text)):
        before = text[:block.start()].rstrip("\n").split("\n")[-1]
        if path.suffix == ".md" and not re.match(r" |- |\d+\. ", before):
            yield Block(path, first + text.count("\n", 0, block.start("code")), "sh", block["code"])
        elif path.suffix != ".md" and not before.startswith(("- ", " ")):
            yield Block(path, first + text.count("\n", 0, block.start("code")), "sh", "(: a block in a comment needs a fence")


class Commands:
    """What commands may name: options of the tools, targets of make, scripts."""

    def __init__(self):
        self.options = {tool: self.of_manual(pathlib.Path(f"docs/man/{tool}.1").read_text()) for tool in TOOLS}
        self.targets = set(re.findall(r"^([a-z-]+):", pathlib.Path("Makefile").read_text(), re.MULTILINE))

    @staticmethod
    def of_manual(page):
        lines = re.findall(r"^\.It Fl (.*)$", page, re.MULTILINE)
        return {"-" + name.split()[0] for line in lines for name in line.split(" , ")}

    def wrong(self, text):
        """What a piece of shell names that is not there."""
        for words in self.commands(text):
            tool = next((word for word in words if word in self.options), None)
            if tool and words.index(tool) < 2:
                for word in words[words.index(tool) + 1:]:
                    option = word.split("=")[0]
                    if re.match(r"--?[a-zA-Z]", option) and option not in self.options[tool]:
                        yield f"{tool} has no option {option}"
            if words[0] == "make":
                for word in words[1:]:
                    if re.fullmatch(r"[a-z-]+", word) and not word.startswith("-") and word not in self.targets:
                        yield f"make has no target {word}"
            if re.match(r"(Scripts|Fuzz|Benchmarks)/\w", words[0]) and not os.path.exists(words[0]):
                yield f"there is no {words[0]}"

    @staticmethod
    def commands(text):
        """The words of each command."""
        for line in text.replace("\\\n", " ").replace("\\|", "|").split("\n"):
            lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
            lexer.whitespace_split = True
            words = []
            try:
                for word in [*lexer, ";"]:
                    if set(word) <= set("();|&"):
                        if words:
                            yield words
                        words = []
                    elif "=" not in word or words:
                        words.append(word)
            except ValueError:  # A quotation that goes over several lines.
                continue


def spans(path):
    """Commands of the tools between backquotes, with their lines."""
    text = FENCE.sub(lambda match: re.sub(r".", " ", match[0]), path.read_text())
    for span in SPAN.finditer(text):
        if re.match(r"(?:af(?:convert|info|play|record)|make) ", span[1]):
            yield text.count("\n", 0, span.start()) + 1, re.sub(r"\s+", " ", span[1])


def recipes():
    """What the page of recipes links to that is no code, or no whole one."""
    for line in RECIPES.read_text().split("\n"):
        for name, anchor, symbol in RECIPE.findall(line) if line.startswith("|") else ():
            link = symbol or f"{name}#{anchor}".rstrip("#")
            text = "" if symbol else RECIPES.with_name(f"{name}.md").read_text()
            if anchor:
                sections = re.split(r"^###? (.+)\n", text, flags=re.MULTILINE)
                found = dict(zip((re.sub(r"[^\w -]", "", title).replace(" ", "-") for title in sections[1::2]), sections[2::2]))
                text = found.get(anchor, "")
            code = [block for block in FENCE.finditer(text) if block["language"] in ("c", "cpp", "swift")]
            if not code:
                yield f"{RECIPES}: {link} has no code"
            elif any(block["kind"] for block in code):
                yield f"{RECIPES}: {link} has code that does not compile as it stands"


class Program(Block):
    """The blocks of Swift of one page, each in a function."""

    def __init__(self, path, blocks):
        super().__init__(path, 1, "swift", "")
        imports, functions = [], []
        for number, block in enumerate(blocks):
            text = block.context + block.code.replace(LEFT_OUT, "fatalError()")
            lines = ["" if line.startswith("import ") else line for line in text.split("\n")]
            imports += [line for line in text.split("\n") if line.startswith("import ")]
            ends = "}" * (block.context.count("{") - block.context.count("}"))
            names = re.findall(r"^(?:let|var) (\w+)", "\n".join(lines), re.MULTILINE)
            # What is only declared is no warning in a main.swift.
            used = [] if re.search(r"^return\b", block.code, re.MULTILINE) else [f"_ = {name}" for name in names]
            effects = "async throws" if re.search(r"\bawait\b", text) else "throws"
            functions += [
                f"@MainActor func block{number}() {effects} {{", LINE["swift"].format(path, block.line).rstrip(), *lines,
                "#sourceLocation()", *used, ends, "}"]
        self.code = "\n".join([*dict.fromkeys(imports), *functions])


def programs(found):
    """The blocks, with one program in place of those of a page of docs/Symbols."""
    pages = {}
    for block in found:
        if block.path.parent == SYMBOLS and block.language == "swift" and ALONE not in block.context:
            pages.setdefault(block.path, []).append(block)
        else:
            yield block
    yield from (Program(path, blocks) for path, blocks in pages.items())


def modules(folder):
    """The command that type-checks against the modules of a build."""
    maps = [*folder.parent.glob("C*.build/module.modulemap"), HEADERS.resolve() / "module.modulemap"]
    return [
        str(SWIFT / "swiftc"), "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-package-description-version", "6.2", "-I", str(folder),
        "-I", str(SWIFT.parent / "lib/swift/pm/ManifestAPI"), "-Xcc", f"-I{HEADERS}",
        *(word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")), "-"]


def main():
    if len(sys.argv) > 1:
        COMPILERS["swift"] = modules(pathlib.Path(sys.argv[1]))
    generated = [Block(path, 1, path.suffix.lstrip("."), path.read_text()) for path in map(pathlib.Path, sys.argv[2:])]
    pages = tracked(".md")
    found = [block for path in pages + [path for path in tracked(".h", ".swift") if set(path.parents) & set(API)] for block in blocks(path)]
    commands = Commands()
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = [*generated, *(programs(found) if len(sys.argv) > 1 else found)]
        for block, message in zip(compiled, pool.map(Block.wrong, compiled)):
            if message:
                wrong.append(f"{block.path}:{block.line}: {block.language}: {message}")
            if block.language == "sh":
                wrong += [f"{block.path}:{block.line}: {each}" for each in commands.wrong(block.code)]
    wrong += recipes()
    for path in pages:
        wrong += strange(path)
        wrong += [f"{path}:{line}: {each}" for line, text in spans(path) for each in commands.wrong(text)]
    print("\n".join(wrong), end="\n" if wrong else "")
    counts = {language: sum(block.language == language for block in found) for language in COMPILERS}
    print("blocks:", ", ".join(f"{count} of {language}" for language, count in counts.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
