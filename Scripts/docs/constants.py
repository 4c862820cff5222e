"""constants.py   a sentence for each constant of an enumeration that has no comment of its own

clang gives such a constant the comment of the one before it. Here those of channel layouts and labels get the channels, which are in the
tables of Sources/AudioCore; all others get the first sentence of their enumeration, with the words of their own name.
"""
import os
import pathlib
import re

TABLES = pathlib.Path("Sources/AudioCore")
LAYOUT = re.compile(r'Row\(\s*number: (\d+), names: "([^"]*)",\s*channels: "([^"]*)"\)')
LABEL = re.compile(r'Row\((\d+), "([^"]*)", "([^"]*)"\)')
WORD = re.compile(r"[A-Z][A-Z\d]*(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+")


class Channels:
    """The roles of channels, and the channels of layouts by the names of their tags."""

    def __init__(self, folder=TABLES):
        rows = LABEL.findall((folder / "ChannelLabel.swift").read_text())
        self.names, self.roles = {short: name for _, short, name in rows}, {int(number): (short, name) for number, short, name in rows}
        self.layouts = {}
        for _, names, channels in LAYOUT.findall((folder / "ChannelLayoutTables.swift").read_text()):
            for name in names.split():
                self.layouts[name] = (channels.split(), names.split())

    def of_tag(self, name):
        channels, names = self.layouts.get(name.removeprefix("kAudioChannelLayoutTag_"), ([], []))
        if not channels:
            return []
        count = "1 channel" if len(channels) == 1 else f"{len(channels)} channels in this order"
        others = [f"`kAudioChannelLayoutTag_{each}`" for each in names if not name.endswith("Tag_" + each)]
        lines = [f"{count}: {', '.join(self.names[each] for each in channels)}.", "", f"In short: {' '.join(channels)}."]
        return lines + (["", f"The same tag: {', '.join(others)}."] if others else [])

    def of_label(self, constant, value):
        short, name = self.roles.get(value, (None, None))
        if name:
            own = " ".join(WORD.findall(constant.removeprefix("kAudioChannelLabel_")))
            letters = [re.sub(r"\W", "", text).lower() for text in (own, name)]
            other = "" if letters[0] == letters[1] else f", also called {name}"
            return [f"The channel {own if other else name}{other}; in short {short}."]
        family = {1: "The channel with the number", 2: "The component of ambisonic sound with the ACN number", 3: "The same, normalized by N3D:"}
        return [f"{family[value >> 16]} {value & 0xFFFF}."] if value >> 16 in family else []


def number(text):
    """The value of a constant, where it is a plain number."""
    found = re.match(r"`(0x[0-9A-F]+|\d+)U?`", text or "")
    return int(found[1], 0) if found else None


def words(name, group):
    """The words of a constant's name that the others of its group do not begin with."""
    common = os.path.commonprefix(group) if len(group) > 1 else "kAudio" if name.startswith("kAudio") else "k"
    # A word that is only begun in common belongs to the name.
    def is_inside(end):
        return name[end:end + 1].islower() or name[end - 1:end + 1].isupper() and not name[end - 1:end + 2].endswith("_")

    while common and (is_inside(len(common)) or common == name):
        common = common[:-1]
    found = WORD.findall(name[len(common):])
    return " ".join(word.lower() if word[1:].islower() or len(word) == 1 else word for word in found)


class Constants:
    def __init__(self):
        self.channels = Channels()

    def own(self, header, name, line):
        """The comment of a constant: what the header has right above it, or what the tables say of its channels; else nothing."""
        lines = header.comment(line)
        if lines:
            return lines
        if name.startswith("kAudioChannelLayoutTag_"):
            return self.channels.of_tag(name)
        if name.startswith("kAudioChannelLabel_"):
            value = number(header.value(name, line))
            return self.channels.of_label(name, value) if value is not None else []
        return []

    @staticmethod
    def of_group(header, name, line):
        """The comment of the enumeration, whose first sentence has the words of the name."""
        comment = header.group_comment(line)
        text = " ".join(comment).split("  ")[0]
        sentence, about = re.split(r"[:.](?: |$)", text, maxsplit=1)[0], text.partition(". ")[2]
        own = words(name, header.group_names(line))
        if not own or not sentence:
            return comment
        return [f"{sentence}: {own}.", *(["", text if ": " in text.partition(". ")[0] else about] if about or ": " in text else [])]
