"""The files of the project: what git knows or would add."""
import pathlib
import subprocess


def tracked(*suffixes):
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True,
        stdout=subprocess.PIPE).stdout.decode().split("\0")
    paths = [pathlib.Path(name) for name in names if name]
    return sorted(path for path in set(paths) if path.is_file() and (not suffixes or path.suffix in suffixes))
