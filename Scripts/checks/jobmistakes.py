"""jobmistakes.py   Scripts/checks/jobs.py finds mistakes in the job files that the schedulers do not report

Each mistake is made in a copy of one of our files: a text of it, and what stands there instead. The complaint about the copy must
have the third text. A file without a mistake must have none.
"""
import pathlib
import shutil
import sys
import tempfile

import jobs

KUBERNETES, SLURM, SUBMIT, PARALLEL = (
    jobs.JOBS / name for name in ("kubernetes/convert.yaml", "slurm/convert.sbatch", "slurm/submit", "parallel/convert"))
MISTAKES = [
    (KUBERNETES, "completionMode: Indexed", "completionMode: Indexd", "Indexd is none of Indexed"),
    (KUBERNETES, "  completionMode: Indexed\n", "", "completionMode is missing"),
    (KUBERNETES, "restartPolicy: Never", "restartPolicy: OnFailure", "OnFailure is none of Never"),
    (KUBERNETES, "podReplacementPolicy: Failed", "podReplacementPolicy: TerminatingOrFailed", "TerminatingOrFailed is none of Failed"),
    (KUBERNETES, "  podReplacementPolicy: Failed\n", "", "podReplacementPolicy is missing"),
    (KUBERNETES, "  backoffLimitPerIndex: 2\n", "", "maxFailedIndexes needs backoffLimitPerIndex"),
    (KUBERNETES, "action: Ignore", "action: Failindex", "Failindex is none of"),
    (KUBERNETES, '            status: "True"\n', "", 'a condition needs status: "True"'),
    (KUBERNETES, 'value: "4"', 'value: "5"', "SHARDS is 5, and there are 4 completions"),
    (KUBERNETES, "completions: 4", "completions: 8", "SHARDS is 4, and there are 8 completions"),
    (KUBERNETES, "completions: 4", "completions: four", "are numbers"),
    (KUBERNETES, "parallelism: 4", "parallelism: 5", "parallelism is 5, and there are 4 completions"),
    (KUBERNETES, "$(JOB_COMPLETION_INDEX)/$(SHARDS)", "0/4", "no argument names the shard"),
    (KUBERNETES, "            - --journal\n            - /data/journal/\n", "", "without a journal"),
    (KUBERNETES, "      restartPolicy", "     restartPolicy", "indentation"),
    (KUBERNETES, "  completions: 4\n", "  completions: 4\n  completions: 4\n", "there twice"),
    (SLURM, '/$SHARDS"', '/$SLURM_ARRAY_TASK_COUNT"', "SLURM_ARRAY_TASK_COUNT"),
    (SLURM, "--open-mode=append", "--open-mode=truncate", "empties the log"),
    (SLURM, "exec afconvert", "afconvert", "signals"),
    (SUBMIT, "afterany:$array", "afterok:$array", "afterok waits for ever"),
    (SUBMIT, "[ $# -ge 4 ] ||", "if [ $# -ge 4 ]", "syntax error"),
    *[(PARALLEL, "lines | parallel -0", f"lines | {instead}", "parallel gives afconvert")
      for instead in ("parallel", "parallel -0 true") if shutil.which("parallel")],
]


def complaints_of_mistakes(folder):
    for path in sorted({mistake[0] for mistake in MISTAKES}):
        for complaint in jobs.of_file(path):
            yield f"{path}: without a mistake: {complaint}"
    for path, text, instead, wanted in MISTAKES:
        whole = path.read_text()
        if whole.count(text) == 0:
            yield f"Scripts/checks/jobmistakes.py: {path} has no {text!r} any more"
            continue
        copy = pathlib.Path(folder, path.name)
        copy.write_text(whole.replace(text, instead, 1))
        copy.chmod(path.stat().st_mode)
        said = list(jobs.of_file(copy))
        if not any(wanted in complaint for complaint in said):
            yield f"Scripts/checks/jobs.py does not find {instead.strip()!r} for {text.strip()!r} in {path}, but says: {said}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        wrong = list(complaints_of_mistakes(folder))
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
