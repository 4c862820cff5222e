"""plain.py   the language is plain: the comments of Swift sources and public headers, pages, manual pages and the tools' help have no word
of `WORDS` and no turn of `TURNS`, which reviewers have marked as hard to read. The second column says what to write instead."""
import pathlib
import re
import sys

from files import tracked

WORDS = re.compile(
    r"\b(shall|whilst|thereof|thereby|thereafter|therein|therefrom|thereupon|whereby|herein|hereby|hereafter|heretofore|henceforth"
    r"|hence|thence|whence|lest|albeit|amongst|notwithstanding|inasmuch|insofar|aforementioned|utili[sz]e\w*|leverag\w+|facilitat\w+"
    r"|commenc\w+|ascertain\w*|endeavou?r\w*|in order to|prior to|subsequent to|in the event of|with regard to|due to the fact"
    r"|so-called|obviously|merely|needless to say|it should be noted|seamless\w*|robust\w*|blazing\w*|upon)\b", re.IGNORECASE)
TURNS = [(re.compile(pattern), instead) for pattern, instead in (
    (r"(?:^|[.:;] |\| |/// |- )Of (?:an?|one|another|what|which|those|these|it|several|many|two)\b", "begin with the actor"),
    (r"\b(?:is|are|be|been|was|were) told\b(?! apart)", "is notified"),
    (r"(?<!\w)[Tt]ells?\b(?! apart)", "returns, reports, states"),
    (r"\b[Hh](?:as|ave) (?:a|no) (?:function|block|closure) called\b", "adds, sets or removes a function"),
    (r"\b(?:is|are) not to\b|\bis to hold\b", "must not; the contents"),
    (r"\b(?:that|it|reference|path|number) is none\b|, or no more\b", "is invalid; no longer exists"),
    (r"\bis not looked at\b", "is ignored"),
    (r"\b[Gg]ets? going\b|\bin the clothes\b|\blate words\b|\bwhole of\b|\b(?<!audio)books\b", "the literal word"),
    (r"\b(?:[Ss]tands?|[Ss]tanding) (?:behind|still)\b", "follows; stops, is paused"),
    (r"\b[Hh]ands? (?:over|out)\b|\b[Hh]anded (?:over|out)\b|\b[Ll]ets? go of\b", "passes, returns; releases"),
    (r"\b[Gg]oes? on\b", "continues, resumes"),
    (r"\bone (?:right )?behind the other\b|\b(?:packets?|bytes?|right) behind\b", "after"),
)]
# Of Swift sources all comments, and of the tools the texts of their options.
SOURCES = pathlib.Path("Sources")
TOOLS = [pathlib.Path("Sources", name) for name in ("afconvert", "afinfo", "afplay", "afrecord", "auvalidate")]
HEADERS = pathlib.Path("Sources/CoreAudioHeaders/include")
COMMENT = re.compile(r"(?:^|\s)//.*")
HELP = re.compile(r"\b(?:help|abstract|discussion|valueName)\b.*\"|^\s*\"")
CODE = re.compile(r"```.*?```", re.DOTALL)


def lines(path):
    """The lines that are looked at, with their numbers."""
    text = path.read_text()
    if path.suffix == ".md":
        text = CODE.sub(lambda block: re.sub(r"[^\n]", "", block[0]), text)
    for number, line in enumerate(text.split("\n"), 1):
        if path.suffix == ".swift":
            if path.parent in TOOLS and (path.name == "Summary.swift" or HELP.search(line)):
                yield number, line
            comment = COMMENT.search(line)
            if comment:
                yield number, re.sub(r"`[^`]*`", "``", comment[0].strip())
        elif path.suffix != ".h" or "///" in line or line.startswith("// Threads: "):
            yield number, re.sub(r"`[^`]*`", "``", line)


def complaints(path):
    for number, line in lines(path):
        for found in WORDS.finditer(line):
            yield f'{path}:{number}: "{found[0]}" is not plain'
        for turn, instead in TURNS:
            for found in turn.finditer(line):
                yield f'{path}:{number}: "{found[0].strip()}" is hard to read: {instead}'


def searched():
    for path in tracked(".h", ".swift", ".md", ".1", ".screen", ".environment", ".examples"):
        is_page = path.suffix == ".md" and path.parts[0] in ("docs", path.name)
        is_manual = path.parent == pathlib.Path("docs/man")
        is_source = path.suffix == ".swift" and SOURCES in path.parents
        if is_page or is_manual or is_source or HEADERS in path.parents:
            yield path


def main():
    wrong = [line for path in searched() for line in complaints(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
