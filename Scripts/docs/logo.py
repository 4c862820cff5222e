"""logo.py FOLDER   draws the logo and the guides' cards, and puts them into a copy of the catalog, with the kind of each article

The logo is a wave as bars: LOGO in header.html stands for it, and logo.svg becomes the site's icon. Each article that the landing page
lists gets a card, card-ARTICLE.svg and card-ARTICLE~dark.svg: a wave that follows from the article's name, so that it stays the same.
"""
import math
import pathlib
import re
import sys
import urllib.parse

FRONT = "Core-Audio-for-Linux.md"
PLACE = "LOGO"
ACCENT = {"": "#0a7a6a", "~dark": "#4fd1b8"}
GROUND = {"": "#eef5f3", "~dark": "#14211e"}
LISTED = re.compile(r"^(?:### (.+)|- <doc:([\w-]+)>)$", re.MULTILINE)
# What stands above the titles of a group's articles.
KINDS = {"Tutorials": "Tutorial", "Examples": "Example"}
BARS = (0.28, 0.62, 1, 0.5, 0.78, 0.34)


def logo():
    bars = "".join(
        f'<rect x="{9 + 8 * index}" y="{32 - 19 * height:.1f}" width="5" height="{38 * height:.1f}" rx="2.5" fill="#fff"/>'
        for index, height in enumerate(BARS))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="{ACCENT[""]}"/>{bars}</svg>'


def card(name, variant):
    """A wave of a few partials under an envelope, by the letters of a name."""
    letters = [ord(letter) for letter in name]
    partials = [(1 + letters[index % len(letters)] % (5 + 4 * index), 1 / (1 + index)) for index in range(3)]
    bars = []
    for step in range(64):
        place = step / 63
        height = sum(weight * math.sin(math.tau * count * place + letters[0]) for count, weight in partials) / 1.9
        height = max(0.03, abs(height) * math.sin(math.pi * place) ** 0.5)
        bars.append(f'<rect x="{32 + 9 * step}" y="{180 - 120 * height:.1f}" width="5" height="{240 * height:.1f}" rx="2.5"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">'
        f'<rect width="640" height="360" fill="{GROUND[variant]}"/><g fill="{ACCENT[variant]}">{"".join(bars)}</g></svg>\n')


def with_card(text, name, kind):
    """An article whose metadata name its card and its kind."""
    line = f'    @PageImage(purpose: card, source: "card-{name}", alt: "A wave.")\n    @TitleHeading("{kind}")\n'
    if "@Metadata {\n" in text:
        return text.replace("@Metadata {\n", "@Metadata {\n" + line, 1)
    title, _, rest = text.partition("\n")
    return f"{title}\n\n@Metadata {{\n{line}}}\n{rest}"


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "logo.svg").write_text(logo())
    header = folder / "header.html"
    header.write_text(header.read_text().replace(PLACE, "data:image/svg+xml," + urllib.parse.quote(logo())))
    group = ""
    for heading, name in LISTED.findall((folder / FRONT).read_text().partition("\n## Topics\n")[2]):
        group = heading or group
        if not name:
            continue
        article = folder / f"{name}.md"
        article.write_text(with_card(article.read_text(), name, KINDS.get(group, "Guide")))
        for variant in ACCENT:
            (folder / f"card-{name}{variant}.svg").write_text(card(name, variant))


if __name__ == "__main__":
    main()
