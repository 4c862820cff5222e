"""properties.py   prints docs/Documentation.docc/Properties.md: which properties each service has, as the library answers

Writes a program in C with every property that the headers name, builds it with `cc` against what pkg-config finds as
`coreaudio`, and runs it on the silent device. Type and meaning are the first sentence of the property's comment.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "Sources/CoreAudioHeaders/include"
CONSTANT = re.compile(r"^    (k\w+)(?: API_\w+\([^)]*\))? = [^,\n]+", re.MULTILINE)
FILES = [("CAF", "CAF/s16-info.caf"), ("WAVE", "WAVE/s16-info.wav"), ("AIFF", "AIFF/s16-mark-inst.aiff"),
         ("M4A", "MPEG4/aac-stereo.m4a"), ("ADTS", "ADTS/aac-stereo.aac"), ("MP3", "MPEGAudio/vbr-stereo.mp3")]
PCM = "{48000, kAudioFormatLinearPCM, kAudioFormatFlagsNativeFloatPacked, 8, 1, 8, 2, 32, 0}"
HEAD = r"""
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static CFURLRef url(const char *path) {
    return CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
}
static void played(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) { (void)data, (void)queue, (void)buffer; }
static void listener(void *a, AudioFileStreamID b, UInt32 c, UInt32 *d) { (void)a, (void)b, (void)c, (void)d; }
static void packets(void *a, UInt32 b, UInt32 c, const void *d, void *e) { (void)a, (void)b, (void)c, (void)d, (void)e; }
static void row(const char *name, OSStatus status, UInt32 size, int writable) {
    if (status == noErr) printf("%s %u %d\n", name, (unsigned)size, writable);
}
"""


def names(header, prefix):
    text = (HEADERS / header).read_text()
    return [found[1] for found in CONSTANT.finditer(text) if re.match(prefix, found[1])]


def meaning(header, name, is_whole):
    """The comment above a constant, or its first sentence."""
    lines = (HEADERS / header).read_text().split("\n")
    line = next(number for number, text in enumerate(lines) if re.match(rf"    {name}\b", text))
    first = line
    while lines[first - 1].strip().startswith("///"):
        first -= 1
    text = " ".join(part.strip()[4:] for part in lines[first:line])
    text = text if is_whole else re.split(r"(?<=[.:]) +(?=[A-Z`])", text)[0].rstrip(".")
    return text.replace("|", "\\|") or "–"


def run(body):
    """What a program with a body prints, as {name: (size, writable)}."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "properties.c")
        source.write_text(HEAD + "int main(void) {\n" + body + "\n}\n")
        flags = shlex.split(subprocess.check_output(["pkg-config", "--cflags", "--libs", "coreaudio"], text=True))
        subprocess.run(["cc", "-w", source, "-o", folder + "/properties", *flags], check=True)
        lines = subprocess.check_output(
            [folder + "/properties"], text=True, env={**os.environ, "COREAUDIO_BACKEND": "null"}).splitlines()
    return {line.split()[0]: (int(line.split()[1]), line.split()[2] == "1") for line in lines}


def calls(header, prefix, call):
    return "\n".join(
        '{ UInt32 size = 0; UInt32 writable = 0; OSStatus s = %s; row("%s", s, size, writable != 0); }' % (call.replace("ID", name), name)
        for name in names(header, prefix))


def table(header, columns):
    """Rows of the properties that at least one of the columns has. Of queues the comments say what can be set: no call does."""
    tells = header != "AudioToolbox/AudioQueue.h"
    listed = [name for name in names(header, "k") if any(name in found for _, found in columns)]
    heads = [head for head, _ in columns] + ["Set"] * tells
    yield "| Property | Type and meaning | " + " | ".join(heads) + " |"
    yield "|---" * (len(heads) + 2) + "|"
    for name in listed:
        cells = [str(found[name][0]) if name in found else "–" for _, found in columns]
        is_set = any(found.get(name, (0, False))[1] for _, found in columns)
        cells += ["yes" if is_set else "no"] * tells
        yield f"| `{name}` | {meaning(header, name, not tells)} | " + " | ".join(cells) + " |"


def file_columns(header, prefix, opening, call):
    for title, path in FILES:
        with tempfile.TemporaryDirectory() as folder:
            # A copy, which may be opened for writing.
            file = shutil.copy(ROOT / "Fixtures" / path, folder)
            yield title, run(opening.replace("PATH", file) + calls(header, prefix, call))


def sections():
    file = "AudioFileID file; if (AudioFileOpenURL(url(\"PATH\"), kAudioFileReadWritePermission, 0, &file)\n" \
        "    && AudioFileOpenURL(url(\"PATH\"), kAudioFileReadPermission, 0, &file)) return 1;\n"
    yield "Audio files", "AudioToolbox/AudioFile.h", list(file_columns(
        "AudioToolbox/AudioFile.h", "kAudioFileProperty", file, "AudioFileGetPropertyInfo(file, ID, &size, &writable)"))
    opening = "ExtAudioFileRef file; if (ExtAudioFileOpenURL(url(\"PATH\"), &file)) return 1;\n" \
        f"AudioStreamBasicDescription pcm = {PCM}; ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof pcm, &pcm);\n"
    yield "Extended audio files", "AudioToolbox/ExtendedAudioFile.h", list(file_columns(
        "AudioToolbox/ExtendedAudioFile.h", "kExtAudioFileProperty_", opening,
        "ExtAudioFileGetPropertyInfo(file, ID, &size, (Boolean *)&writable)"))
    parser = "AudioFileStreamID file; FILE *in = fopen(\"PATH\", \"rb\"); static char bytes[1 << 20]; size_t count = fread(bytes, 1, sizeof bytes, in);\n" \
        "AudioFileStreamOpen(NULL, (void *)listener, (void *)packets, 0, &file); AudioFileStreamParseBytes(file, (UInt32)count, bytes, 0);\n"
    yield "File streams", "AudioToolbox/AudioFileStream.h", list(file_columns(
        "AudioToolbox/AudioFileStream.h", "kAudioFileStreamProperty_", parser,
        "AudioFileStreamGetPropertyInfo(file, ID, &size, (Boolean *)&writable)"))
    converter = "AudioConverterRef converter; AudioStreamBasicDescription from = FROM, to = TO;\n" \
        "if (AudioConverterNew(&from, &to, &converter)) return 1;\n"
    kinds = [("PCM, other rate", PCM, PCM.replace("48000", "44100")),
             ("decoder, IMA4", "{48000, kAudioFormatAppleIMA4, 0, 68, 64, 0, 2, 0, 0}", PCM),
             ("encoder, AAC", PCM, "{48000, kAudioFormatMPEG4AAC, 0, 0, 1024, 0, 2, 0, 0}")]
    info = calls("AudioToolbox/AudioConverter.h", "kAudioConverter(?!Err)", "AudioConverterGetPropertyInfo(converter, ID, &size, (Boolean *)&writable)")
    yield "Converters", "AudioToolbox/AudioConverter.h", [
        (title, run(converter.replace("FROM", start).replace("TO", end) + info)) for title, start, end in kinds]
    queue = f"AudioStreamBasicDescription format = {PCM}; AudioQueueRef queue;\n"
    sizes = calls("AudioToolbox/AudioQueue.h", "kAudioQueue(Device)?Property", "AudioQueueGetPropertySize(queue, ID, &size)")
    yield "Audio queues", "AudioToolbox/AudioQueue.h", [
        ("playing", run(queue + "if (AudioQueueNewOutput(&format, played, NULL, NULL, NULL, 0, &queue)) return 1;\n" + sizes)),
        ("recording", run(queue + "if (AudioQueueNewInput(&format, (void *)played, NULL, NULL, NULL, 0, &queue)) return 1;\n" + sizes))]
    setup = "AudioObjectID device = 0, stream = 0; UInt32 bytes = 4; AudioObjectPropertyAddress at = {kAudioHardwarePropertyDefaultOutputDevice, 'glob', 0};\n" \
        "AudioObjectGetPropertyData(1, &at, 0, NULL, &bytes, &device); at.mSelector = kAudioDevicePropertyStreams; at.mScope = 'outp'; bytes = 4;\n" \
        "AudioObjectGetPropertyData(device, &at, 0, NULL, &bytes, &stream);\n"
    for header in ("CoreAudio/AudioHardwareBase.h", "CoreAudio/AudioHardware.h"):
        def ask(target, scope):
            # The size of what needs a qualifier is not known, and such a property is listed all the same.
            call = f"(at = (AudioObjectPropertyAddress){{ID, '{scope}', 0}}, AudioObjectGetPropertyDataSize({target}, &at, 0, NULL, &size), " \
                f"AudioObjectIsPropertySettable({target}, &at, (Boolean *)&writable))"
            return run(setup + calls(header, r"k\w+Property(?!Scope|Element|Listener|Creator)", call))
        title = "Objects of the hardware layer" if header.endswith("Base.h") else "The system and its devices"
        yield title, header, [
            ("system", ask("1", "glob")), ("device", ask("device", "glob")), ("device, output", ask("device", "outp")), ("stream", ask("stream", "glob"))]


def main():
    print("# Properties\n\nThe size of each property, what has it, and whether it can be set.\n\n## Overview\n\n"
          "The tables are what the library answers, on the silent device and for one file of each kind: audio files that are open for writing\n"
          "where their kind allows it, extended audio files that are read. Numbers are bytes; those of lists and texts vary. A dash says that\n"
          "the call refuses the property there. Some properties can be set before the first packet alone, as their pages say.")
    for title, header, columns in sections():
        print(f"\n### {title}\n\n`<{header}>`\n")
        print("\n".join(table(header, columns)))


if __name__ == "__main__":
    sys.exit(main())
