"""What the search of the site looks through: (address, title, kind, first sentence, text) of each page, and of each section of an article.

A section's address has its anchor, its kind is the title of the article, and its first sentence that of its first paragraph. The article
itself keeps its whole text, so that it is found by words of several sections.
"""
import json
import re


def strings(node, names):
    """The words of a part of a page, in reading order; `names` are what it refers to."""
    if isinstance(node, dict):
        if node.get("type") == "reference":
            yield names.get(node.get("identifier"), {}).get("title", "")
        if node.get("type") == "table":
            for row in node["rows"]:
                yield " · ".join(words(cell, names) for cell in row) + "; "
            return
        for key, value in node.items():
            if key in ("text", "code") and isinstance(value, str):
                yield value
            elif key == "code":
                yield from value
            elif key not in ("references", "variants", "hierarchy", "metadata", "identifier", "sections", "declarations"):
                yield from strings(value, names)
    elif isinstance(node, list):
        for value in node:
            yield value if isinstance(value, str) and " " in value else ""
            yield from strings(value, names)


def words(node, names):
    text = re.sub(r"\s+", " ", " ".join(strings(node, names))).strip().removeprefix("Discussion ")
    # A link or a name in code is a part of its own, which a comma follows without a space.
    return re.sub(r" ([,.:;)])(?= |$)", r"\1", text)


def inline(parts, names):
    """A line of text with the names that it refers to."""
    return "".join(
        part.get("text") or part.get("code") or inline(part.get("inlineContent", []), names)
        or names.get(part.get("identifier"), {}).get("title", "")
        for part in parts)


def named(page, names):
    """The title of a page; of a member, with the type that it belongs to."""
    title, around = page["metadata"]["title"], page.get("hierarchy", {}).get("paths", [[]])[0]
    owner = names.get(around[-1], {}) if around else {}
    if page["kind"] != "symbol" or owner.get("kind") != "symbol" or owner.get("role") == "collection" or len(around) < 2:
        return title
    return title if title.startswith(owner["title"] + ".") else f"{owner['title']}.{title}"


def parts(page):
    """(heading, what follows it) for each section of an article below its overview."""
    found = []
    for each in page.get("primaryContentSections", []):
        for node in each.get("content", []):
            if node.get("type") == "heading":
                found.append((node, []))
            elif found:
                found[-1][1].append(node)
    return [(heading, content) for heading, content in found if heading["level"] > 2]


def entries(pages):
    for path in sorted(pages.glob("**/*.json")):
        page = json.loads(path.read_text())
        names = page.get("references", {})
        address = "documentation/" + str(path.relative_to(pages))[:-len(".json")] + "/"
        title = named(page, names)
        first = inline(page.get("abstract", []), names)
        yield [address, title, page["metadata"].get("roleHeading", ""), first, words(page.get("primaryContentSections", []), names)]
        for heading, content in parts(page) if page["kind"] != "symbol" else []:
            lead = content[0].get("inlineContent", []) if content and content[0]["type"] == "paragraph" else []
            yield [f"{address}#{heading['anchor']}", heading["text"], title, inline(lead, names), words(content, names)]
