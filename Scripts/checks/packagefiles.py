"""packagefiles.py debian PACKAGE                the lines of a package's list for debhelper
packagefiles.py rpm PACKAGE LIB               the lines of a package's %files
packagefiles.py tree FOLDER LIB [PACKAGE...]  compares an installation in a folder with the list: each file belongs to one package, and
                                              each line of the PACKAGEs, or else of all, names a file

Packaging/files is the list: see there. PACKAGE is library, devel, tools or doc.
"""
import fnmatch
import pathlib
import sys

LIST = pathlib.Path("Packaging/files")
PACKAGES = ("library", "devel", "tools", "doc")
# Debian's zsh has another folder of completions than the others'.
DEBIAN = {"share/zsh/site-functions/*": "share/zsh/vendor-completions/*"}


def listed():
    """(package, pattern) of each line of the list."""
    found = []
    for number, line in enumerate(LIST.read_text().split("\n"), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2 or words[0] not in PACKAGES or words[1].startswith("/"):
            raise ValueError(f"{LIST}:{number}: no package and path")
        found.append((words[0], words[1]))
    return found


def for_debian(package):
    """dh_install makes folders by itself."""
    for owner, pattern in listed():
        if owner == package and not pattern.endswith("/"):
            yield "usr/" + DEBIAN.get(pattern, pattern).replace("LIB", "lib/*")


def for_rpm(package, library):
    for owner, pattern in listed():
        if owner == package:
            path = "/usr/" + pattern.replace("LIB", library)
            yield f"%dir {path.rstrip('/')}" if path.endswith("/") else path


def holds(pattern, path):
    """Whether a line of the list has a file: by itself, or by a folder above it. A star matches no slash."""
    parts, names = pattern.split("/"), path.split("/")
    return len(parts) <= len(names) and all(fnmatch.fnmatchcase(name, part) for part, name in zip(parts, names))


def owners(path, lines, library):
    """The packages that a file below the prefix belongs to."""
    return [package for package, pattern in lines
            if not pattern.endswith("/") and holds(pattern.replace("LIB", library), path)]


def of_tree(folder, library, packages):
    """What is wrong with an installation in a folder."""
    lines = listed()
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    for path in files:
        found = owners(path, lines, library)
        if len(found) != 1:
            yield f"{path} belongs to {' and '.join(found) or 'no package'}: see {LIST}"
    for package, pattern in lines:
        place = pattern.replace("LIB", library)
        if package in packages and not pattern.endswith("/") and not any(holds(place, path) for path in files):
            yield f"{LIST}: {package} {pattern}: no such file was installed"


def main():
    kind, words = (sys.argv + [""])[1], sys.argv[2:]
    if words[:1] and words[0] in PACKAGES and (kind, len(words)) in (("debian", 1), ("rpm", 2)):
        print("\n".join(for_debian(*words) if kind == "debian" else for_rpm(*words)))
        return 0
    if kind == "tree" and len(words) >= 2 and set(words[2:]) <= set(PACKAGES):
        wrong = list(of_tree(pathlib.Path(words[0]), words[1], words[2:] or PACKAGES))
        print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
        return 1 if wrong else 0
    print(__doc__, end="", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
