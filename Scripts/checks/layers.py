"""Each target imports only what it declares, and only from a lower layer."""
import json
import pathlib
import re
import subprocess
import sys

# From the ground up; a target may import from lines above its own. Siblings on a line do not know each other.
LAYERS = [
    [
        "CoreAudioHeaders", "CRealtime", "CSystem", "CKernels", "CPipeWire", "CPulse", "CALSA", "CDBus", "CSpeech", "CFDK",
        "CMPG123", "CFFmpeg", "CCurl", "COpenALSoft", "CMySofa", "CMIDIConstants", "CMediaConstants", "CSQLiteLoader", "AudioUnitSubmodules", "CoreMediaSubmodules",
        "AVFAudioSubmodules", "AVFoundationSubmodules", "MediaPlayerSubmodules",
    ],
    ["CMacSystem"],
    ["AudioCore"],
    ["AudioDSP", "MIDIEvents", "MessageBus", "RemoteMedia", "TerminalScreen"],
    ["AudioCodecs", "AudioContainers", "AudioDevices", "VideoCodecs"],
    ["AudioFiles", "AudioIO", "CameraDevices", "MIDIDevices", "MovieFiles", "MusicLibrary", "NowPlaying"],
    ["AudioSession", "MIDITransports", "NetworkMIDI"],
    ["coreaudio-midi-server"],
    ["AudioUnits", "OpenALEngine", "PlaybackAndRecording"],
    ["CoreAudioTypes"],
    ["CoreAudio", "CoreMIDI", "OpenAL"],
    ["CoreVideo"],
    ["CoreMedia"],
    ["UnitValidation"],
    ["AudioToolbox"],
    ["AudioUnit", "MediaToolbox"],
    ["AVFAudio"],
    ["AVFoundation"],
    ["AVKit", "MediaPlayer"],
    ["MediaPlayerTerminal", "RemoteControlEvents"],
    ["CoreAudioAdditions"],
    ["ToolSupport"],
    ["FileBatches"],
    [
        "afconvert", "afinfo", "afplay", "afrecord", "auvalidate", "dsp-bench", "library-bench", "metronome", "radio", "level-recorder",
        "effect-rack", "duplex-scope", "moving-source", "midibridge", "midikeys", "midimonitor", "midiplay", "midisynth", "midithru", "TestServers",
        "midi-bench", "index-program", "midi-program", "picker-program", "session-program", "sound-program",
    ],
    ["TestSupport"],
]
BELOW_THE_FACES = {
    "AudioCore", "AudioDSP", "AudioCodecs", "AudioContainers", "AudioDevices", "AudioFiles", "AudioIO", "AudioSession", "AudioUnits",
    "CameraDevices", "MIDIDevices", "MIDIEvents", "MIDITransports", "MessageBus", "MovieFiles", "MusicLibrary", "NetworkMIDI", "NowPlaying",
    "OpenALEngine", "PlaybackAndRecording", "VideoCodecs",
}
# Tools import the public modules, and one of ours for what Apple's API does not have.
TOOLS = {
    "FileBatches", "ToolSupport", "afconvert", "afinfo", "afplay", "afrecord", "auvalidate", "metronome", "radio", "level-recorder",
    "effect-rack", "duplex-scope", "moving-source", "midibridge", "midikeys", "midimonitor", "midiplay", "midisynth", "midithru",
}
FOR_TOOLS = {"CoreAudioAdditions", "FileBatches", "ToolSupport", "CoreAudioTypes", "CoreAudio", "CoreMIDI", "AudioToolbox", "AVFAudio", "AVFoundation", "CoreMedia", "MediaPlayer", "MediaPlayerTerminal", "OpenAL", "CSystem", "RemoteMedia", "TerminalScreen"}
# What one tool alone is made of.
FOR_ONE_TOOL = {"auvalidate": {"UnitValidation"}}
# A folder that is a layer of its target, as far as that can be: what its files know nothing of.
FOLDERS = {"Sources/AudioUnits/Host": "Sources/AudioUnits"}
SYSTEM = {"Glibc", "Synchronization", "Swift", "_Concurrency"}
ABOVE_ONLY = {"Foundation", "FoundationEssentials", "FoundationNetworking", "CoreFoundation", "CDispatch", "Dispatch", "Testing", "XCTest"}
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)", re.MULTILINE)


def layer(name):
    return next((i for i, names in enumerate(LAYERS) if name in names), None)


def modules(target):
    """The modules that a target gives: its own name or, for C, what its module map says."""
    module_map = pathlib.Path(target["path"], "include", "module.modulemap")
    found = re.findall(r"^(?:framework )?module (\w+)", module_map.read_text(), re.MULTILINE) if module_map.exists() else []
    return {target["name"], *found}


def complaints(target, others):
    name = target["name"]
    dependencies = set(target.get("target_dependencies", []))
    declared = set(target.get("product_dependencies", [])).union(*(modules(others[d]) for d in dependencies))
    own = layer(name)
    for dependency in dependencies:
        if own is not None and layer(dependency) is not None and layer(dependency) >= own:
            yield f"Package.swift: {name} depends on {dependency}, which is not below it"
    if name in TOOLS:
        for dependency in sorted(dependencies - FOR_TOOLS - FOR_ONE_TOOL.get(name, set())):
            yield f"Package.swift: {name} depends on {dependency}, which is not public: see CoreAudioAdditions"
    for source in target.get("sources", []):
        path = pathlib.Path(target["path"], source)
        for module in set(IMPORT.findall(path.read_text())) if path.suffix == ".swift" else ():
            if module in SYSTEM or module in declared:
                continue
            if module in ABOVE_ONLY and name not in BELOW_THE_FACES:
                continue
            yield f"{path}: imports {module}, which {name} " + ("may not use" if module in ABOVE_ONLY else "does not declare")


def strangers():
    """What files of a folder mention of the rest of the target, which stands above it."""
    declared = re.compile(r"^(?:@\w+ )*(?:(?:package|final|private|public) )*(?:class|struct|enum|protocol|typealias) (\w+)", re.MULTILINE)
    for folder, target in FOLDERS.items():
        inside = sorted(pathlib.Path(folder).rglob("*.swift"))
        above = {name for path in pathlib.Path(target).rglob("*.swift") if path not in inside for name in declared.findall(path.read_text())}
        own = {name for path in inside for name in declared.findall(path.read_text())}
        for path in inside:
            code = re.sub(r"//.*", "", path.read_text())
            for name in sorted(above - own):
                if re.search(rf"(?<![.\w]){name}\b", code):
                    yield f"{path}: mentions {name}, which stands above {folder}"


def main():
    # In a folder of its own: the package manager waits as long as another build uses the same.
    package = json.loads(subprocess.run(
        ["swift", "package", "--scratch-path", ".build/form", "describe", "--type", "json"], check=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL).stdout)
    others = {target["name"]: target for target in package["targets"]}
    wrong = [line for target in package["targets"] for line in complaints(target, others)]
    wrong += strangers()
    targets = {target["name"] for target in package["targets"] if target["type"] != "test"}
    placed = [name for names in LAYERS for name in names]
    wrong += [f"Scripts/checks/layers.py: {name} has no place in LAYERS" for name in targets - set(placed)]
    wrong += [f"Scripts/checks/layers.py: there is no target {name}" for name in set(placed) - targets]
    wrong += [f"Scripts/checks/layers.py: {name} has two places in LAYERS" for name in targets if placed.count(name) > 1]
    print("\n".join(sorted(wrong)), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
