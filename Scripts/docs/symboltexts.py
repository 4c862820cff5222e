"""symboltexts.py   the longer texts and examples of symbols, which docs/Symbols has and no header could hold

A page of docs/Symbols has a heading for each text: the names of the symbols whose pages show it, as `## AVAudioPlayer.volume`,
`## AudioQueueStart, AudioQueuePrime` or `## AVAudioSession.Port.*` for a type and all of its members. A name with its labels stands for that
one alone, as in `## AVAudioPlayer.play(atTime:)`. A name of no symbol is an error. Scripts/checks/blocks.py compiles the code.
`<!-- code of Converters: Convert the sample rate -->` stands for the Swift code of a section of an article.
"""
import pathlib
import re

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
SHARED = re.compile(r"^<!-- code of (\w+): (.+) -->$", re.MULTILINE)
ARTICLES = pathlib.Path("docs/Documentation.docc")
UNSEEN = re.compile(r"^<!--.*?-->\n+", re.DOTALL | re.MULTILINE)


def shared(match):
    """The first block of Swift of a section of an article."""
    section = (ARTICLES / f"{match[1]}.md").read_text().partition(f"\n### {match[2]}\n")[2].partition("\n### ")[0]
    code = re.search(r"^```swift\n.*?^```$", section, re.DOTALL | re.MULTILINE)
    if not code:
        raise SystemExit(f"{match[1]} has no section {match[2]} with code in Swift")
    return code[0]


class SymbolTexts:
    def __init__(self, folder):
        self.texts, self.used = {}, set()
        for page in sorted(pathlib.Path(folder).glob("*.md")):
            parts = HEADING.split(SHARED.sub(shared, page.read_text()))
            for names, text in zip(parts[1::2], parts[2::2]):
                for name in re.split(r", (?![^(]*\))", names):
                    self.texts.setdefault(name.strip(), []).append((page.name, UNSEEN.sub("", text).strip().split("\n")))

    def lines(self, path):
        """The texts of a symbol by its path components."""
        full = ".".join(path)
        bare = ".".join(part.split("(")[0].removesuffix("-swift") for part in path)
        wildcards = [bare + ".*"] + ([bare.rpartition(".")[0] + ".*"] if len(path) > 1 else [])
        found = []
        for name in dict.fromkeys([full, bare, *wildcards]):
            for _, lines in self.texts.get(name, []):
                self.used.add(name)
                found += [*lines, ""]
        return found

    def unused(self):
        return [f"docs/Symbols/{texts[0][0]}: there is no {name}" for name, texts in self.texts.items() if name not in self.used]


def with_text(lines, added):
    """A comment with more text, before its lists of parameters and results."""
    if not added:
        return lines
    place = next((number for number, line in enumerate(lines) if re.match(r"- (Parameter|Returns|Throws)", line)), len(lines))
    while place and not lines[place - 1].strip():
        place -= 1
    return lines[:place] + [""] + added + ([""] if added[-1] else []) + lines[place:]
