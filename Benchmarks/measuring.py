"""What the measurements of playing share: private servers, programs of ours, and what a sink's monitor hears."""
import array
import os
import pathlib
import re
import select
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLIENTS = pathlib.Path(__file__).resolve().parent / "clients"
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
RATE = 48000


def compiled(name, folder, packages="coreaudio", compiler="clang"):
    """A program of ours, from the C file of that name, with what pkg-config says, the C library's mathematics and nothing else.

    The library is the installed one: that of PKG_CONFIG_PATH or the system, or else the one in .build/installed.
    """
    ours = [ROOT / ".build/installed/lib/pkgconfig"]
    environment = dict(os.environ, PKG_CONFIG_PATH=":".join(filter(None, [os.environ.get("PKG_CONFIG_PATH"), *map(str, ours)])))
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", packages], env=environment, text=True, stdout=subprocess.PIPE)
    if flags.returncode != 0:
        sys.exit(f"pkg-config does not find {packages}: `Scripts/install \"\" .build/installed` installs the library, "
                 "Scripts/bootstrap bench the rest")
    program = pathlib.Path(folder, name)
    subprocess.run([compiler, "-O2", CLIENTS / f"{name}.c", "-o", program, *flags.stdout.split(), "-lm"], check=True)
    return program


def compiled_swift(name, folder):
    """A program of ours, from the Swift file of that name, optimised, by the wrapper of the installed library and nothing else."""
    places = [ROOT / ".build/installed/bin/coreaudio-swiftc", shutil.which("coreaudio-swiftc")]
    wrapper = next((place for place in places if place and os.access(place, os.X_OK)), None)
    if wrapper is None:
        sys.exit("coreaudio-swiftc is not installed: `Scripts/install \"\" .build/installed` installs the library")
    program = pathlib.Path(folder, name)
    subprocess.run([wrapper, "-O", CLIENTS / f"{name}.swift", "-o", program], check=True)
    return program


def printed(command):
    """The seconds that a program says it took."""
    return float(subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.split()[-1])


def timed(command):
    """The seconds that a program takes, and prints nothing of."""
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - start


def take_turns(runs, **commands):
    """The median of each command, which are (how to measure, words)."""
    results = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, (measure, command) in commands.items():
            seconds = measure([str(word) for word in command])
            # The first run finds no page in memory.
            if run > 0:
                results[name].append(seconds)
    return {name: statistics.median(values) for name, values in results.items()}


def needs(*programs):
    """Ends without an error where a program is not installed."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        sys.exit(print(f"skipped: {', '.join(missing)} not installed"))


class Server:
    """A private sound server of a kind, pipewire or pulse."""

    def __init__(self, kind="pipewire", quantum=1024):
        self.kind, self.folder = kind, pathlib.Path(tempfile.mkdtemp(prefix="coreaudio-bench-", dir=shared_memory()))
        self.environment = dict(os.environ, QUANTUM=str(quantum), COREAUDIO_BACKEND={"pulse": "pulseaudio"}.get(kind, kind))
        if kind == "null":
            return
        if self.script("--start") != 0:
            shutil.rmtree(self.folder, ignore_errors=True)
            sys.exit(print(f"skipped: {kind} does not start"))
        self.environment.update(
            line.split("=", 1) for line in (self.folder / "env").read_text().splitlines() if "=" in line)

    @property
    def script_path(self):
        return ROOT / f"Scripts/with-{self.kind}"

    def script(self, word):
        return subprocess.run([self.script_path, word, self.folder], env=self.environment).returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.kind != "null":
            self.script("--stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command, **options):
        return subprocess.run(command, env=self.environment, text=True, **{"stdout": subprocess.PIPE, **options})

    def start(self, *command, **options):
        return subprocess.Popen(command, env=self.environment, **options)

    def force_quantum(self, frames):
        """Whatever a program asks for."""
        self.run("pw-metadata", "-n", "settings", "0", "clock.force-quantum", str(frames), **QUIET)

    def link_microphone(self):
        """Lets the microphone hear what the speakers play; in PulseAudio it always does."""
        for channel in ("FL", "FR") if self.kind == "pipewire" else ():
            self.run("pw-link", f"speakers:monitor_{channel}", f"microphone:input_{channel}", check=True)


def shared_memory():
    """Where files cost no disk, if there is room for a recording."""
    folder = "/dev/shm"
    return folder if os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > 1 << 28 else None


class Client:
    """A program of ours that takes commands and answers in lines."""

    def __init__(self, server, *command):
        self.process = server.start(*map(str, command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False)
        self.lines, self.rest = [], b""
        if not self.wait("ready", seconds=20):
            sys.exit(f"{' '.join(map(str, command))} does not begin: {self.lines}")

    @property
    def pid(self):
        return self.process.pid

    def read(self, seconds):
        """Reads what there is, waiting at most so long for it."""
        pipe = self.process.stdout.fileno()
        if not select.select([pipe], [], [], seconds)[0]:
            return False
        data = os.read(pipe, 65536)
        *lines, self.rest = (self.rest + data).split(b"\n")
        self.lines += [line.decode() for line in lines]
        return bool(data)

    def wait(self, beginning, seconds=10):
        """The next line that begins so, and takes it; None where there is none in time."""
        end = time.monotonic() + seconds
        while True:
            for index, line in enumerate(self.lines):
                if line.startswith(beginning):
                    return self.lines.pop(index)
            left = end - time.monotonic()
            if left <= 0 or not self.read(left):
                return None

    def send(self, command):
        self.process.stdin.write(command.encode() + b"\n")
        self.process.stdin.flush()

    def do(self, command):
        """The status of a command."""
        self.send(command)
        line = self.wait(f"did {command.split()[0]}", seconds=30)
        return None if line is None else int(line.split()[-1])

    def report(self):
        """Position, delay and for how many frames it has been that, and the sizes of calls."""
        self.send("report")
        position, delay, sizes = (self.wait(name) for name in ("position", "delay", "sizes"))
        return int(position.split()[1]), *map(int, delay.split()[1:]), [tuple(map(int, size.split("*"))) for size in sizes.split()[1:]]

    def told(self):
        """What it has been told so far, and forgets it."""
        while self.read(0):
            pass
        told = [line[5:] for line in self.lines if line.startswith("told ")]
        self.lines = [line for line in self.lines if not line.startswith("told ")]
        return told

    def end(self):
        try:
            self.send("quit")
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class Monitor:
    """Hears a sink's monitor, sample by sample, into memory: on PipeWire by a program of ours, as `pw-record` takes its samples
    on a thread of ordinary priority and loses some where the machine is busy.

    A passive one does not keep the sink awake. A patient one tries until there is such a sink. An exact one is right where the frames
    of a cycle change.
    """

    def __init__(self, server, meter, sink="speakers", seconds=60, passive=False, patient=False, exact=False):
        self.path = server.folder / f"monitor-{sink}-{time.monotonic_ns()}"
        self.cycles = []
        if server.kind == "pipewire":
            command = [meter, sink, str(seconds), self.path, *["passive"] * passive, *["filter"] * exact]
        else:
            command = ["parec", "-d", f"{sink}.monitor", "--raw", "--format=float32le", "--rate=48000", "--channels=2",
                       "--latency-msec=20"]
        end = time.monotonic() + 10
        while not self.begin(server, command, end):
            if not patient or time.monotonic() > end:
                sys.exit(f"the monitor of {sink} does not begin")
        for channel, name in ("FL", "left"), ("FR", "right"):
            # The session manager makes the sink's ports when it has seen the device.
            while exact and server.kind == "pipewire" and server.run(
                    "pw-link", f"{sink}:monitor_{channel}", f"meter:{name}", **QUIET).returncode != 0:
                if time.monotonic() > end:
                    sys.exit(f"the monitor of {sink} cannot be linked")
                time.sleep(0.05)
        if not patient:
            time.sleep(0.3)

    def begin(self, server, command, end):
        """Whether it hears something, or silence; not where it ends."""
        file = subprocess.PIPE if server.kind == "pipewire" else open(self.path, "wb")
        self.process = server.start(*command, stdout=file, stderr=subprocess.DEVNULL)
        while self.process.poll() is None and time.monotonic() < end:
            if server.kind == "pipewire":
                if select.select([self.process.stdout], [], [], 0.002)[0]:
                    return bool(os.read(self.process.stdout.fileno(), 64))
            elif self.path.stat().st_size > 0:
                return True
            time.sleep(0.002)
        return False

    def finish(self):
        """The samples of the left channel and those of the right one."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        samples = array.array("f")
        data = self.path.read_bytes()
        samples.frombytes(data[:len(data) // 8 * 8])
        self.path.unlink()
        cycles = pathlib.Path(f"{self.path}.cycles")
        if cycles.exists():
            self.cycles = [tuple(map(int, line.split())) for line in cycles.read_text().splitlines()]
            cycles.unlink()
        return samples[::2], samples[1::2]

    def time(self, frame):
        """The nanosecond at which a frame was heard, by the clock of its cycle; None where that is not known."""
        cycle = max((cycle for cycle in self.cycles if cycle[1] <= frame), key=lambda cycle: cycle[1], default=None)
        return None if cycle is None else cycle[0] + (frame - cycle[1]) * 1e9 / RATE

    def frame(self, nanosecond):
        """The first frame of the last cycle that began by then; 0 where that is not known."""
        return max((frame for begin, frame in self.cycles if begin <= nanosecond), default=0)


class Heard:
    """What became of numbers that were played one after the other."""

    def __init__(self, samples):
        self.gaps, self.silent, self.lost, self.repeated, self.longest = 0, 0, 0, 0, 0
        self.first = next((index for index, value in enumerate(samples) if value), None)
        self.last = None
        # (index in the recording, silent frames before it, numbers left out; less than 0 for repeated ones)
        self.seams = []
        previous, silent = None, 0
        for index in range(self.first or 0, len(samples)):
            value = samples[index]
            if value == 0:
                silent += 1
                continue
            if previous is not None and (silent or value != previous + 1):
                out = int(value - previous - 1)
                self.seams.append((index, silent, out))
                self.gaps += 1
                self.silent += silent
                self.longest = max(self.longest, silent)
                self.lost += max(out, 0)
                self.repeated += max(-out, 0)
            previous, silent, self.last = value, 0, index


def watched(server, *names):
    """The xruns so far of nodes that run now, as pw-top counts them; in three seconds. Of a server that lets pw-top see it."""
    # It draws on a terminal, and only on that.
    shown = server.run("script", "-qefc", "stty cols 160 rows 40; timeout 2.6 pw-top", "/dev/null", stdin=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL).stdout
    found = {}
    for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).splitlines():
        words = line.split()
        if len(words) > 9 and words[0] == "R" and words[-1] in names and words[2].isdigit() and words[8].isdigit():
            found[words[-1]] = int(words[8])
    return [found.get(name) for name in names]


class Busy:
    """Keeps every processor busy with a loop of ordinary priority."""

    def __enter__(self):
        self.loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]
        return self

    def __exit__(self, *_):
        for loop in self.loops:
            loop.kill()
            loop.wait()


class Stalls:
    """Notes when the machine did not run what had to run: a host may hold up a virtual machine for longer than a cycle lasts.

    A process on each processor, above all others, sleeps for a millisecond at a time and notes when it wakes two late, on the clock
    that is the host's time. Where the system grants no such processes nothing is known, and nothing counts as stalled.
    """

    WATCH = """
import gc, os, sys, time
gc.disable()
os.sched_setaffinity(0, {int(sys.argv[1])})
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(95))
print("ready", flush=True)
due = time.monotonic_ns()
while True:
    due += 1_000_000
    time.sleep(max(0, due - time.monotonic_ns()) / 1e9)
    now = time.monotonic_ns()
    if now > due + 2_000_000:
        print(due, now, flush=True)
    due = max(due, now)
"""

    def __enter__(self):
        self.watches = [subprocess.Popen([sys.executable, "-c", self.WATCH, str(processor)], text=True, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL) for processor in sorted(os.sched_getaffinity(0))]
        self.is_watching = all([watch.stdout.readline() == "ready\n" for watch in self.watches])
        self.found = []
        return self

    def __exit__(self, *_):
        for watch in self.watches:
            watch.kill()
            lines = watch.communicate()[0].splitlines()
            if self.is_watching:
                self.found += [tuple(map(int, line.split())) for line in lines if len(line.split()) == 2]

    def during(self, begin, end):
        """Whether there was one between two nanoseconds. Behind the `with`."""
        return any(first < end and last > begin for first, last in self.found)


def counting_wave(path, seconds, left=True):
    """A WAVE file of floats whose left or right channel has the numbers of its frames."""
    frames = int(seconds * RATE)
    samples = array.array("f", bytes(8 * frames))
    samples[0 if left else 1::2] = array.array("f", range(1, frames + 1))
    data = samples.tobytes()
    little = lambda value, size: int(value).to_bytes(size, "little")
    with open(path, "wb") as file:
        file.write(b"RIFF" + little(36 + len(data), 4) + b"WAVEfmt " + little(16, 4) + little(3, 2) + little(2, 2)
                   + little(RATE, 4) + little(8 * RATE, 4) + little(8, 2) + little(32, 2) + b"data" + little(len(data), 4) + data)


def goal(text, value, limit, holds):
    """Prints a figure beside its goal, and says whether that is reached."""
    print(f"{text}: {value:.2f} (goal {limit}){'' if holds else '   MISS'}")
    return holds


def load():
    return f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
