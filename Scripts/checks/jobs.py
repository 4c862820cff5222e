"""jobs.py [FILE...]   the job files are right where the schedulers do not say what is wrong

The schema of Kubernetes has no list of values for some fields, and no rules between fields. A job that is indexed must say so, its
pods must never restart in place, and its shards must be as many as its completions. With FILEs it checks those, else all in Jobs.
Scripts/checks/jobmistakes.py tries it on files that are wrong.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

JOBS = pathlib.Path("Jobs")
VALUES = {
    "completionMode": {"Indexed"},
    "podReplacementPolicy": {"Failed"},
    "restartPolicy": {"Never"},
    "action": {"Ignore", "FailIndex", "FailJob", "Count"},
    "operator": {"In", "NotIn"},
}


def scalar(text):
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [scalar(part) for part in text[1:-1].split(",")]
    if re.fullmatch(r'"[^"\\]*"', text):
        return text[1:-1]
    if re.search(r"^[&*!|>{%@`'\"]|: | #", text):
        raise ValueError(f"{text}: this form of YAML is not known here")
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def parsed(lines, indent):
    """The value of the lines, of which the first is (its number, its indentation, its text). Uses them up."""
    value = [] if lines[0][2].startswith("- ") else {}
    while lines and lines[0][1] == indent and lines[0][2].startswith("- ") == isinstance(value, list):
        number, _, text = lines.pop(0)
        if isinstance(value, list):
            rest = text[2:]
            if re.match(r"[\w.-]+:(?: |$)", rest):
                lines.insert(0, (number, indent + 2, rest))
                value.append(parsed(lines, indent + 2))
            else:
                value.append(scalar(rest))
            continue
        match = re.match(r"([\w./-]+):(?: (.*))?$", text)
        if not match or match[1] in value:
            raise ValueError(f"line {number}: no field, or one that is there twice")
        name, rest = match.groups()
        if rest:
            value[name] = scalar(rest)
        elif lines and (lines[0][1] > indent or lines[0][2].startswith("- ") and lines[0][1] == indent):
            value[name] = parsed(lines, lines[0][1])
        else:
            raise ValueError(f"line {number}: {name} has no value")
    return value


def document(text):
    """The one document of a file in the part of YAML that our files use."""
    lines = [
        (number, len(line) - len(line.lstrip()), line.strip())
        for number, line in enumerate(text.split("\n"), 1) if line.strip() and not line.strip().startswith("#")
    ]
    value = parsed(lines, 0)
    if lines:
        raise ValueError(f"line {lines[0][0]}: its indentation fits no line above")
    return value


def fields(value):
    """All (name, value) below a value."""
    for name, inner in value.items() if isinstance(value, dict) else ((None, item) for item in value):
        if name is not None:
            yield name, inner
        if isinstance(inner, (dict, list)):
            yield from fields(inner)


def of_job(job):
    """What is wrong with a job of Kubernetes."""
    spec = job.get("spec", {})
    pod = spec.get("template", {}).get("spec", {})
    for name, value in fields(job):
        if name in VALUES and value not in VALUES[name]:
            yield f"{name}: {value} is none of {', '.join(sorted(VALUES[name]))}"
    for name, holder in (("completionMode", spec), ("completions", spec), ("podReplacementPolicy", spec), ("restartPolicy", pod)):
        if name not in holder:
            yield f"{name} is missing"
    numbers = [spec.get(name, 0) for name in ("completions", "parallelism", "backoffLimitPerIndex", "maxFailedIndexes")]
    if not all(isinstance(number, int) for number in numbers):
        yield "completions, parallelism and limits are numbers"
    elif numbers[1] > numbers[0]:
        yield f"parallelism is {numbers[1]}, and there are {numbers[0]} completions"
    has_limit = "backoffLimitPerIndex" in spec
    if "maxFailedIndexes" in spec and not has_limit:
        yield "maxFailedIndexes needs backoffLimitPerIndex"
    rules = spec.get("podFailurePolicy", {}).get("rules", [])
    for rule in rules:
        if rule.get("action") == "FailIndex" and not has_limit:
            yield "FailIndex needs backoffLimitPerIndex"
        if ("onExitCodes" in rule) == ("onPodConditions" in rule):
            yield "a rule needs either onExitCodes or onPodConditions"
        for condition in rule.get("onPodConditions", []):
            if condition.get("status") != "True":
                yield 'a condition needs status: "True" before Kubernetes 1.37'
    for container in pod.get("containers", []):
        shards = {item.get("name"): item.get("value") for item in container.get("env", [])}.get("SHARDS")
        if shards != str(spec.get("completions")):
            yield f"SHARDS is {shards}, and there are {spec.get('completions')} completions"
        args = container.get("args", [])
        if "--shard" not in args or "$(JOB_COMPLETION_INDEX)/$(SHARDS)" not in args:
            yield "no argument names the shard by JOB_COMPLETION_INDEX"
        if "--journal" not in args:
            yield "a pod that is tried again begins anew without a journal"


def of_file(path):
    if path.suffix in (".yaml", ".yml"):
        try:
            yield from of_job(document(path.read_text()))
        except (ValueError, AttributeError) as error:
            yield str(error)
        return
    text = path.read_text()
    if not text.startswith("#!/bin/bash\n"):
        yield "it does not begin with #!/bin/bash"
    result = subprocess.run(["bash", "-n", path], capture_output=True, text=True)
    yield from result.stderr.splitlines()
    # Comments have the words, too.
    code = re.sub(r"^#(?!SBATCH).*$", "", text, flags=re.MULTILINE)
    if "SLURM_ARRAY_TASK_COUNT" in code:
        yield "SLURM_ARRAY_TASK_COUNT is the number of tasks of a submission, not of shards"
    if "afterok" in code:
        yield "after a failure, afterok waits for ever"
    if "#SBATCH --requeue" in code and "#SBATCH --open-mode=append" not in code:
        yield "a task that runs again empties the log: --open-mode=append"
    if re.search(r"\bparallel\b", code):
        yield from of_parallel(path.absolute())
    if "#SBATCH" in code and re.search(r"^afconvert ", code, re.MULTILINE):
        yield "signals of Slurm do not reach afconvert without exec"


def of_parallel(path):
    """What afconvert is given by GNU parallel, where that is installed: the paths as they are, whatever characters they have."""
    if shutil.which("parallel") is None:
        return
    awkward = "Song {1} {.} it's \"$(x)\" a\\b\n日本 "
    with tempfile.TemporaryDirectory() as folder:
        tool = pathlib.Path(folder, "afconvert")
        tool.write_text("#!/bin/sh\nprintf '%s\\0' \"$@\" >\"$(mktemp -p \"$GIVEN\")\"\n")
        tool.chmod(0o755)
        given, journal = pathlib.Path(folder, "given"), pathlib.Path(folder, f"journal{awkward}")
        given.mkdir()
        environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", GIVEN=str(given), HOME=folder)
        subprocess.run([path, "2", f"in{awkward}", f"out{awkward}", journal], env=environment, capture_output=True)
        found = sorted(file.read_bytes().decode().split("\0")[:-1] for file in given.iterdir())
    words = ["-f", "m4af", "-d", "aac", "--output-directory", f"out{awkward}", "--journal", str(journal), "--shard"]
    wanted = sorted([*([*words, f"{shard}/2", f"in{awkward}"] for shard in range(2)), ["--summary", str(journal)]])
    if found != wanted:
        yield f"parallel gives afconvert {found}, not {wanted}"


def main():
    paths = [pathlib.Path(name) for name in sys.argv[1:]] or sorted(path for path in JOBS.rglob("*") if path.is_file())
    wrong = [f"{path}: {complaint}" for path in paths for complaint in of_file(path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
