"""crawl.py SITE   follows each link of a finished site, and fails where one leads nowhere

docc's pages are data: `data/…/PAGE.json` has what a page shows, with the addresses that it refers to, and `…/PAGE/index.html`
the shell that loads it. A link leads somewhere where both are there, and a link to a heading where the page has the heading. Images
that a page shows, the files that the shells load, the list beside the pages and the index of the search are followed too. Without a landing page
nothing else matters: `index.html` at the top has to lead to one.
"""
import json
import pathlib
import re
import sys
import urllib.parse

FILE = re.compile(r"(?:href|src)=\"([^\"]+)\"")
REFRESH = re.compile(r"http-equiv=\"refresh\" content=\"0; url=([^\"]+)\"")


def nodes(node):
    """Each dictionary in a page's data."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from nodes(value)
    elif isinstance(node, list):
        for value in node:
            yield from nodes(value)


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.pages = {
            "/" + str(path.relative_to(folder / "data"))[:-len(".json")]: json.loads(path.read_text())
            for path in sorted(folder.glob("data/**/*.json"))}
        self.anchors = {
            address: {node["anchor"] for node in nodes(page) if node.get("type") == "heading" and "anchor" in node}
            | {"discussion", "overview", "topics", "return-value", "parameters", "see-also", "app-top", "app-main"}
            for address, page in self.pages.items()}

    def wrong_address(self, address):
        """What is wrong with an address inside of the site; empty if nothing is."""
        path, _, anchor = address.partition("#")
        path = path.rstrip("/")
        if path not in self.pages:
            return "leads nowhere"
        if not (self.folder / path.lstrip("/") / "index.html").is_file():
            return "has data and no page"
        if anchor and urllib.parse.unquote(anchor).lower() not in {each.lower() for each in self.anchors[path]}:
            return "leads to a heading that is not there"
        return ""

    def landing(self):
        front = self.folder / "index.html"
        found = REFRESH.search(front.read_text()) if front.is_file() else None
        if not found:
            yield "index.html does not lead to a landing page"
        elif self.wrong_address("/" + found[1]):
            yield f"index.html leads to {found[1]}, which is not there"

    def of_page(self, address, page):
        for reference in page.get("references", {}).values():
            target = reference.get("url", "")
            if target.startswith("/"):
                message = self.wrong_address(target)
                if message:
                    yield f"{address}: a link to {target} {message}"
            for variant in reference.get("variants", []):
                image = variant["url"]
                if image.startswith("/") and not (self.folder / image.lstrip("/")).is_file():
                    yield f"{address}: the picture {image} is not there"
        # The summaries of other pages have links that this page shows as text.
        own = {key: value for key, value in page.items() if key != "references"}
        for node in nodes(own):
            if node.get("type") == "reference" and node.get("identifier") not in page.get("references", {}):
                yield f"{address}: {node.get('identifier')} is a link without an address"

    def of_shell(self, path):
        for target in FILE.findall(path.read_text()):
            if re.match(r"[a-z]+:|//|#", target):
                continue
            place = (path.parent / urllib.parse.unquote(target).partition("#")[0].partition("?")[0]).resolve()
            if not (place.is_file() or (place / "index.html").is_file()):
                yield f"{path.relative_to(self.folder)}: {target} is not there"

    def of_lists(self):
        index = json.loads((self.folder / "index/index.json").read_text())
        for node in nodes(index.get("interfaceLanguages", {})):
            if "path" in node and self.wrong_address(node["path"]):
                yield f"index/index.json: {node['path']} {self.wrong_address(node['path'])}"
        for address, *_ in json.loads((self.folder / "search/index.json").read_text()):
            if self.wrong_address("/" + address):
                yield f"search/index.json: {address} {self.wrong_address('/' + address)}"

    def complaints(self):
        yield from self.landing()
        for address, page in self.pages.items():
            yield from self.of_page(address, page)
        seen = set()
        for path in sorted(self.folder.glob("**/index.html")):
            # The shells at one depth load the same files.
            shell = (len(path.parts), path.read_text().partition("<body")[0])
            if shell not in seen:
                seen.add(shell)
                yield from self.of_shell(path)
        yield from self.of_lists()


def main():
    site = Site(pathlib.Path(sys.argv[1]).resolve())
    wrong = sorted(set(site.complaints()))
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{len(site.pages)} pages followed, {len(wrong)} broken links")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
