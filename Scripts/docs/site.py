"""site.py SITE   has the site work from any folder of a host, and adds a search through its whole text

docc writes addresses that begin with "/". Each page gets its own way to the top instead: a host answers for a page's folder
with a slash at its end. docc's page at the top is empty: it leads to the landing page instead.

Each page but those of the modules and the landing page, which are the roots, has to be in a topic group of another page, in one
language at least: otherwise no way leads to it, and site.py fails. Only here the pages are known, with the groups that docc adds. It
fails too where the page of a name that C and Swift share has no text: where the header's comment did not reach it, and where
fewer symbols have an example, or more have no discussion, than `EXAMPLES` and `BARE` allow.

docc also lists symbols on the page of their module that a guide has in its groups: which ones differs from run to run. They are taken
off that page, and off the list beside the pages.

search/index.json is what searchindex.py finds. search/index.html looks through it in the reader's browser: `search.html`, `ranking.js`
and `search.js` beside this script, which `search/?q=-50` fills in. The logo of the catalog becomes the site's icon. Each page loads
`coreaudio.css` after docc's styles. Hosts answer with 404.html, `notfound.html` beside this script, where a site has no page.
"""
import json
import pathlib
import re
import shutil
import sys

from searchindex import entries

# Pages of symbols that have an example at least, and that have no discussion at most.
EXAMPLES, BARE = 300, 500
ABSOLUTE = re.compile(r'((?:href|src)=")/(?!/)')
NAME = "Core Audio for Linux"
FRONT = "documentation/core-audio-for-linux/"


def sections(page):
    """The topic groups of a page, as a list for each language."""
    patches = [patch for each in page.get("variantOverrides", []) for patch in each["patch"]]
    lists = [page.get("topicSections")] + [patch.get("value") for patch in patches if patch["path"] == "/topicSections"]
    return [each for each in lists if each]


def is_root(page):
    return page["hierarchy"].get("paths") == [[]]


def without_twins(site):
    """Takes what a guide groups off the pages of the modules, where docc has listed it by itself."""
    paths = [*site.glob("data/documentation/**/*.json")]
    pages = {path: json.loads(path.read_text()) for path in paths}
    chosen = {
        identifier for page in pages.values() for groups in sections(page) for group in groups
        if not group.get("generated") for identifier in group["identifiers"]}
    twins, titles = set(), set()
    for path, page in pages.items():
        for groups in sections(page) if is_root(page) else []:
            for group in groups:
                if group.get("generated"):
                    titles.add(group["title"])
                    twins.update(page["references"][each]["url"] for each in group["identifiers"] if each in chosen)
                    group["identifiers"] = [each for each in group["identifiers"] if each not in chosen]
            groups[:] = [group for group in groups if group["identifiers"]]
            path.write_text(json.dumps(page))
    index = json.loads((site / "index/index.json").read_text())
    for modules in index["interfaceLanguages"].values():
        for module in modules:
            kept, generated = [], False
            for node in module.get("children", []):
                if node["type"] == "groupMarker":
                    generated = node["title"] in titles
                if not (generated and node.get("path") in twins):
                    kept.append(node)
            ends = kept[1:] + [{"type": "groupMarker"}]
            module["children"] = [
                node for node, after in zip(kept, ends) if node["type"] != "groupMarker" or after["type"] != "groupMarker"]
    (site / "index/index.json").write_text(json.dumps(index))


def ungrouped(pages):
    """The addresses of pages that are in no topic group of any page, in any language."""
    addresses, grouped = set(), set()
    for path in pages.glob("**/*.json"):
        page = json.loads(path.read_text())
        if not is_root(page):
            addresses.add(page["identifier"]["url"])
        grouped.update(each for groups in sections(page) for group in groups for each in group["identifiers"])
    return sorted(addresses - grouped)


def textless(pages):
    """The addresses of pages of what the headers declare that have no text."""
    for path in sorted(pages.glob("**/*.json")):
        page = json.loads(path.read_text())
        if page["metadata"].get("externalID", "").startswith("c:") and not page.get("abstract"):
            yield page["identifier"]["url"]


def has_listing(node):
    """Whether a part of a page has a block of code."""
    if isinstance(node, dict):
        return node.get("type") == "codeListing" or any(map(has_listing, node.values()))
    return isinstance(node, list) and any(map(has_listing, node))


def depth(pages):
    """(symbols, those with an example, those without a discussion): a discussion is more than the first sentence and the lists of
    parameters."""
    found = [0, 0, 0]
    for path in pages.glob("**/*.json"):
        page = json.loads(path.read_text())
        if page["kind"] == "symbol":
            texts = [each for each in page.get("primaryContentSections", []) if each["kind"] == "content"]
            found = [found[0] + 1, found[1] + has_listing(texts), found[2] + (not texts)]
    return found


def main():
    site = pathlib.Path(sys.argv[1])
    without_twins(site)
    for page in site.glob("**/index.html"):
        top = "../" * len(page.relative_to(site).parts[:-1])
        text = page.read_text().replace(
            'var baseUrl = "/"', f'var baseUrl = new URL("{top or "./"}", location.href).pathname')
        text = text.replace("/favicon.ico", "/favicon.svg").replace("<title>Documentation</title>", f"<title>{NAME}</title>")
        text = text.replace("</head>", '<link href="/css/coreaudio.css" rel="stylesheet"></head>', 1)
        page.write_text(ABSOLUTE.sub(rf"\g<1>{top}", text))
    shutil.copy(pathlib.Path(__file__).with_name("coreaudio.css"), site / "css")
    shutil.copy(pathlib.Path(__file__).with_name("notfound.html"), site / "404.html")
    shutil.copy(next(site.glob("**/logo.svg")), site / "favicon.svg")
    (site / "favicon.ico").unlink()
    (site / "index.html").write_text(
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Core Audio for Linux</title><meta http-equiv="refresh" content="0; url={FRONT}"></head>\n'
        f'<body><p><a href="{FRONT}">Core Audio for Linux</a></p></body>\n</html>\n')
    (site / "search").mkdir()
    for name, copy in (("search.html", "index.html"), ("ranking.js", "ranking.js"), ("search.js", "search.js")):
        shutil.copy(pathlib.Path(__file__).with_name(name), site / "search" / copy)
    found = list(entries(site / "data/documentation"))
    (site / "search/index.json").write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
    pages = [each for each in found if "#" not in each[0]]
    print(f"{len(pages)} pages, {sum(1 for each in pages if each[3])} of them with text; {len(found) - len(pages)} sections of articles")
    symbols, examples, bare = depth(site / "data/documentation")
    print(f"{symbols} symbols: {examples} with an example, of {EXAMPLES} at least; {bare} without a discussion, of {BARE} at most")
    alone = ungrouped(site / "data/documentation")
    wrong = [f"{address} is in no topic group" for address in alone]
    wrong += [f"{address} has no text" for address in textless(site / "data/documentation")]
    if examples < EXAMPLES or bare > BARE:
        wrong.append("symbols have too few examples or discussions")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
