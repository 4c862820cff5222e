"""packaging.py   what can be said of the packages without a build

  - Packaging/files and the scripts that install agree: each line has a place that a script names, and each such place a line
  - the packages for Debian and the RPM packages are those of the list, and name the same libraries that are loaded at run time, all of them
  - all files that state a version state that of Sources/ToolSupport/Version.swift
  - desktop files, what software centres read, and icons are valid and name each other; so does the manifest for Flatpak
  - the instructions of the container's recipe exist; .spi.yml names products

Programs that judge some of this are in the set `packaging` of Scripts/bootstrap. Where one is missing, that is said; where CI is true,
it is a mistake.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import jobs
import packagefiles

PACKAGING = pathlib.Path("Packaging")
CONTROL, SPEC = PACKAGING / "debian/control", PACKAGING / "rpm/coreaudio.spec"
CONTAINER, MANIFEST = PACKAGING / "container/Containerfile", PACKAGING / "flatpak/org.example.MusicPlayer.json"
INSTALLERS = [pathlib.Path("Scripts", name) for name in ("install", "install-headers", "install-swift", "install-compatibility")]
DEBIAN = {"library": "libcoreaudio@SONAME@", "devel": "libcoreaudio-dev", "tools": "coreaudio-tools", "doc": "coreaudio-doc"}
RPM = {"library": "-n libcoreaudio%{soname}", "devel": "devel", "tools": "tools", "doc": "doc"}
# Folders with a desktop file each, what software centres read, and an icon.
DESKTOPS = [PACKAGING / "desktop", pathlib.Path("Examples/music-player/data")]
# Other names of libraries, which are loaded where the first is missing.
OTHER_NAMES = {"libelogind.so.0", "libcurl-gnutls.so.4"}
INSTRUCTIONS = {"ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "FROM", "LABEL", "RUN", "USER", "VOLUME", "WORKDIR"}


def version():
    return subprocess.run(["Scripts/version"], check=True, capture_output=True, text=True).stdout.strip()


def program(name, *arguments, **options):
    """What a program says of a file, on both outputs; nothing where it is content. One that is missing is named."""
    if not shutil.which(name):
        if os.environ.get("CI") == "true":
            return [f"{name} is not installed: Scripts/bootstrap packaging"]
        print(f"packaging: not everything was checked: {name} is not installed; Scripts/bootstrap packaging installs it")
        return []
    result = subprocess.run([name, *map(str, arguments)], capture_output=True, text=True, **options)
    # rpmlint succeeds with warnings.
    said = result.stderr.splitlines() + [line for line in result.stdout.splitlines() if result.returncode or re.search(r": [EW]: ", line)]
    return [f"{name}: {line}" for line in said if line.strip()] or ([f"{name} fails"] if result.returncode else [])


def destinations():
    """The places below the prefix that the scripts install into, with a star for what a variable stands for."""
    for path in INSTALLERS:
        text = re.sub(r"^\s*#.*", "", path.read_text(), flags=re.MULTILINE)
        for name, value in re.findall(r"\b(\w+)=\$to/(\S+)", text):
            text = re.sub(rf"\${name}\b", f"$to/{value}", text)
        for place in re.findall(r"\$to/([^\s\"|;)<]+)", text.replace('"{', "{").replace("}\"", "}")):
            place = re.sub(r"\$\{?lib\b\}?", "LIB", place)
            place = re.sub(r"\$\([^)]*\)?|\$\{?\w+\}?", "*", place).rstrip("/")
            options = re.search(r"\{([^}]*)\}", place)
            for each in options[1].split(",") if options else [""]:
                yield path, place.replace(options[0], each) if options else place


def agree(place, pattern):
    """Whether a place and a line of the list can be the same file, or a file and a folder above it."""
    pairs = zip(place.rstrip("/").split("/"), pattern.rstrip("/").split("/"))
    return all(packagefiles.holds(one, other) or packagefiles.holds(other, one) for one, other in pairs)


def of_list():
    lines = packagefiles.listed()
    places = list(destinations())
    for path, place in places:
        if not any(agree(place, pattern) for _, pattern in lines if not pattern.endswith("/")):
            yield f"{path}: installs {place}, which belongs to no package: see {packagefiles.LIST}"
    for package, pattern in lines:
        # Scripts/package-docs gets this place from who makes the package.
        if package != "doc" and not any(agree(place, pattern) and place.count("/") > 0 for _, place in places):
            yield f"{packagefiles.LIST}: {package} {pattern}: no script installs it"


def of_packages():
    control, spec = CONTROL.read_text(), SPEC.read_text()
    found = re.findall(r"^Package: (\S+)$", control, re.MULTILINE)
    if sorted(found) != sorted(DEBIAN.values()):
        yield f"{CONTROL}: has the packages {', '.join(found)}, not those of {packagefiles.LIST}"
    for kind in ("package", "description", "files"):
        names = re.findall(rf"^%{kind} (.+)$", spec, re.MULTILINE)
        if sorted(names) != sorted(RPM.values()):
            yield f"{SPEC}: has %{kind} of {', '.join(names)}, not of the packages of {packagefiles.LIST}"
    sources = "".join(path.read_text() for path in pathlib.Path("Sources").rglob("*") if path.suffix in (".swift", ".c", ".h"))
    library = spec.partition("%package -n")[2].partition("%description")[0]
    for name in sorted(set(re.findall(r'"(lib[\w.+-]+\.so\.\d*)"', sources)) - OTHER_NAMES):
        if f"%{{loaded {name}" not in library:
            yield f"{SPEC}: the library loads {name}, and neither recommends nor suggests it"
    yield from of_loaded(control, spec)
    with tempfile.TemporaryDirectory() as folder:
        whole = pathlib.Path(folder, SPEC.name)
        whole.write_text(subprocess.run(["Scripts/make-rpm", "--spec"], check=True, capture_output=True, text=True).stdout)
        for name, *options in (("rpmspec", "-P"), ("rpmlint", "-c", PACKAGING / "rpm/rpmlint.toml")):
            yield from (f"{SPEC}: {line}" for line in program(name, *options, whole))


def of_loaded(control, spec):
    """Both kinds of packages recommend and suggest the same libraries."""
    for package in ("library", "tools"):
        part = re.search(rf"^%package {re.escape(RPM[package])}\n(.*?)^%description", spec, re.MULTILINE | re.DOTALL)[1]
        wanted = set(re.findall(r"^(Recommends|Suggests): ([a-z]\S*)$", part, re.MULTILINE))
        for field, name in re.findall(r"^(\w+): %\{loaded (\S+?)\}", part, re.MULTILINE):
            # As Debian names their packages: a dash parts two numbers.
            name = re.sub(r"(\d)\.so\.", r"\1-", name).replace(".so.", "").replace("%{avcodec", "@AVCODEC@")
            wanted.add((field, name))
        part = re.search(rf"^Package: {re.escape(DEBIAN[package])}\n(.*?)^Description", control, re.MULTILINE | re.DOTALL)[1]
        groups = [(field, {name.strip() for name in group.split("|")})
                  for field, names in re.findall(r"^(Recommends|Suggests):(.*\n(?: .*\n)*)", part, re.MULTILINE)
                  for group in names.split(",")]
        for field, name in sorted(wanted):
            if not any(field == other and name in names for other, names in groups):
                yield f"{CONTROL}: {DEBIAN[package]} has no {name} in {field}, as {SPEC} has"
        for field, names in groups:
            if not any((field, name) in wanted for name in names):
                yield f"{CONTROL}: {DEBIAN[package]} has {' | '.join(sorted(names))} in {field}, as {SPEC} has not"


def of_versions():
    wanted = version()
    stated = {
        "CHANGELOG.md": r"^## ([0-9][0-9.]*)", "README.md": r'/swift-corelibs-audio", from: "([^"]*)"',
        "docs/Documentation.docc/GetIt.md": r'write `from: "([^"]*)"', "Jobs/kubernetes/convert.yaml": r"image: \S*:(\S+)",
        CONTAINER: r'image\.version="([^"]*)"',
        **{path: r'<release version="([^"]*)"' for folder in DESKTOPS for path in folder.glob("*.metainfo.xml")},
    }
    for path, pattern in stated.items():
        found = re.search(pattern, pathlib.Path(path).read_text(), re.MULTILINE)
        if not found or found[1] != wanted:
            yield f"{path}: states version {found[1] if found else 'none'}, not {wanted}"
    for tag in re.findall(r"build -t coreaudio:(\S+)", CONTAINER.read_text()):
        if tag != wanted:
            yield f"{CONTAINER}: names the image coreaudio:{tag}, not coreaudio:{wanted}"


def of_icon(path):
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        yield f"{path}: {error}"
        return
    box = root.get("viewBox", "").split()
    if root.tag != "{http://www.w3.org/2000/svg}svg" or len(box) != 4 or box[:2] != ["0", "0"] or box[2] != box[3]:
        yield f"{path}: is no square picture from 0"


def of_desktops():
    for folder in DESKTOPS:
        for path in sorted(folder.glob("*.svg")):
            yield from of_icon(path)
        for path in sorted(folder.glob("*.desktop")):
            yield from (f"{path}: {line}" for line in program("desktop-file-validate", path))
            icon = re.search(r"^Icon=(.*)$", path.read_text(), re.MULTILINE)
            if not icon or not (folder / f"{icon[1]}.svg").exists():
                yield f"{path}: no icon of its name is beside it"
        found = sorted(folder.glob("*.metainfo.xml"))
        for path in found:
            yield from (f"{path}: {line}" for line in program("appstreamcli", "validate", "--no-net", path))
            root = ElementTree.parse(path).getroot()
            if path.name != f"{root.findtext('id')}.metainfo.xml":
                yield f"{path}: is about {root.findtext('id')}"
            entry = root.findtext("launchable")
            if entry is not None and not (folder / entry).exists():
                yield f"{path}: {entry} is not beside it"
        if not found:
            yield f"{folder}: nothing for software centres"


def of_flatpak():
    manifest = json.loads(MANIFEST.read_text())
    data = DESKTOPS[1]
    if MANIFEST.stem != manifest["id"] or not (data / f"{manifest['id']}.desktop").exists():
        yield f"{MANIFEST}: {manifest['id']} is not the name of the file and of the desktop file"
    if not re.search(rf'bin/{manifest["command"]}"', pathlib.Path("Scripts/install-music-player").read_text()):
        yield f"{MANIFEST}: Scripts/install-music-player does not install {manifest['command']}"
    # It makes a folder where it runs, even where it builds nothing.
    with tempfile.TemporaryDirectory() as folder:
        said = program("flatpak-builder", "--show-manifest", MANIFEST.absolute(), cwd=folder)
    yield from (f"{MANIFEST}: {line}" for line in said)


def of_container():
    text = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", CONTAINER.read_text(), flags=re.MULTILINE))
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line]
    for words in lines:
        if words[0] not in INSTRUCTIONS or len(words) < 2:
            yield f"{CONTAINER}: {' '.join(words)}: no instruction"
    if [words[0] for words in lines if words[0] != "ARG"][:1] != ["FROM"]:
        yield f"{CONTAINER}: does not begin with its base"
    for words in lines:
        if words[0] == "CMD" and not json.loads(words[1]):
            yield f"{CONTAINER}: CMD is no list"
        if words[0] == "COPY" and not words[1].startswith(DEBIAN["tools"]):
            yield f"{CONTAINER}: copies another file than the package {DEBIAN['tools']}"


def of_index():
    configuration = jobs.document(pathlib.Path(".spi.yml").read_text())
    products = re.findall(r'\.library\(\s*name: "(\w+)"', pathlib.Path("Package.swift").read_text())
    made = re.search(r"^modules=\((.*)\)$", pathlib.Path("Scripts/make-docs").read_text(), re.MULTILINE)[1].split()
    for each in configuration["builder"]["configs"]:
        targets = each["documentation_targets"]
        if sorted(targets) != sorted(made):
            yield f".spi.yml: has the documentation of {', '.join(targets)}, not of the modules in Scripts/make-docs"
        for target in targets:
            if target not in products:
                yield f".spi.yml: {target} is no product"
        if not re.fullmatch(r"\d+\.\d+", str(each["swift_version"])):
            yield f".spi.yml: {each['swift_version']} is no version of Swift"


def main():
    checks = (of_list, of_packages, of_versions, of_desktops, of_flatpak, of_container, of_index)
    wrong = []
    for check in checks:
        try:
            wrong += check()
        except (KeyError, ValueError, OSError) as error:
            wrong.append(f"{check.__name__}: a file cannot be read: {type(error).__name__}: {error}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
