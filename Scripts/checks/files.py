"""The files of the project: what git knows or would add, or what an archive of the sources contains."""
import pathlib
import subprocess

# What builds write, of which an archive says nothing.
BUILT = (".build", ".cache")


def tracked(*suffixes):
    if pathlib.Path(".git").exists():
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True,
            stdout=subprocess.PIPE).stdout.decode().split("\0")
        paths = [pathlib.Path(name) for name in names if name]
    else:
        paths = [path for path in pathlib.Path().rglob("*") if not any(part.startswith(BUILT) for part in path.parts)]
    return sorted(path for path in set(paths) if path.is_file() and (not suffixes or path.suffix in suffixes))
