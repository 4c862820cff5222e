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
# One of each kind; of kinds without a fixture, and of those that hold the same chunks as another, none.
FILES = [("CAF", "CAF/s16-info.caf"), ("WAVE", "WAVE/s16-info.wav"), ("RF64", "WAVE/s16-rf64.wav"),
         ("Wave64", "Wave64/s16-stereo.w64"), ("AIFF", "AIFF/s16-mark-inst.aiff"), ("AIFF-C", "AIFF/ima4-stereo.aifc"),
         ("NeXT", "AU/s16-text.au"), ("M4A", "MPEG4/aac-stereo.m4a"), ("MPEG-4", "MPEG4/ac3-stereo.mp4"),
         ("ADTS", "ADTS/aac-stereo.aac"), ("LOAS", "LOAS/aac-stereo.loas"), ("MP3", "MPEGAudio/vbr-stereo.mp3"),
         ("MP2", "MPEGAudio/layer2.mp2"), ("AC-3", "AC3/ac3-stereo.ac3"), ("FLAC", "FLAC/s16-stereo.flac"),
         ("Ogg", "Ogg/vorbis-stereo.ogg")]
# What each property of AudioFormat.h is asked about, as an expression in C of what `specifiers` declares; without one, nothing.
SPECIFIERS = {
    "FormatName|FormatIsVBR|FormatIsExternallyFramed|FormatEmploysDependentPackets|AvailableEncodeChannelLayoutTags"
    "|AvailableEncodeNumberChannels|AvailableDecodeNumberChannels": "aac",
    "FormatList|OutputFormatList": "info", "FirstPlayableFormatFromList": "item",
    "FormatIsEncrypted|Encoders|Decoders|AvailableEncodeBitRates|AvailableEncodeSampleRates": "codec",
    "BitmapForLayoutTag|ChannelLayoutForTag": "tag", "ChannelLayoutForBitmap": "bitmap", "TagsForNumberOfChannels": "count",
    "MatrixMixMap|ChannelMap|AreChannelLayoutsEquivalent": "layouts",
    "NumberOfChannelsForLayout|ChannelLayoutHash|ValidateChannelLayout|TagForChannelLayout|ChannelLayoutName|ChannelLayoutSimpleName":
        "layout",
    "ChannelName|ChannelShortName": "channel", "PanningMatrix": "panning", "BalanceFade": "fade", "ID3TagSize|ID3TagToDictionary": "tag3",
    "HardwareCodecCapabilities": "class", "ASBDFromMPEGPacket": "packet", "ASBDFromESDS|ChannelLayoutFromESDS": "esds"}
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
        surroundings = {
            **os.environ, "COREAUDIO_BACKEND": "null",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:", "DBUS_SYSTEM_BUS_ADDRESS": "disabled:"}
        lines = subprocess.check_output([folder + "/properties"], text=True, env=surroundings).splitlines()
    return {line.split()[0]: (int(line.split()[1]), line.split()[2] == "1") for line in lines}


def calls(header, prefix, call):
    return "\n".join(
        '{ UInt32 size = 0; UInt32 writable = 0; OSStatus s = %s; row("%s", s, size, writable != 0); }' % (call.replace("ID", name), name)
        for name in names(header, prefix))


def rows(header, heads, columns, cells):
    """A table of the properties that at least one of the columns has; `cells` gives what stands behind the meaning."""
    yield "| Property | Type and meaning | " + " | ".join(heads) + " |"
    yield "|---" * (len(heads) + 2) + "|"
    for name in names(header, "k"):
        if any(name in found for _, found in columns):
            yield f"| `{name}` | {meaning(header, name, False)} | " + " | ".join(cells(name)) + " |"


def table(header, columns):
    """A column for each object: the size of the property, or a dash."""
    def cells(name):
        sizes = [str(found[name][0]) if name in found else "–" for _, found in columns]
        return sizes + ["yes" if any(found.get(name, (0, False))[1] for _, found in columns) else "no"]
    return rows(header, [head for head, _ in columns] + ["Set"], columns, cells)


def file_table(header, columns):
    """What has the property, and what takes a value of it: names of file types, or all of them, or all but some."""
    def kinds(chosen):
        missing = [head for head, _ in columns if head not in chosen]
        if not chosen or not missing:
            return "all" if chosen else "–"
        return "all but " + ", ".join(missing) if len(missing) < len(chosen) / 2 else ", ".join(chosen)

    def cells(name):
        having = [head for head, found in columns if name in found]
        sizes = sorted({found[name][0] for _, found in columns if name in found})
        size = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        return [size, kinds(having), kinds([head for head in having if dict(columns)[head][name][1]])]
    return rows(header, ["Bytes", "Files that have it", "Files in which it can be set"], columns, cells)


def format_table(header, columns):
    """What is asked about has its own size for each specifier, and lists that of the installed codecs."""
    found = columns[0][1]
    yield "| Property | Type, meaning and specifier | Bytes |"
    yield "|---|---|---|"
    for name in names(header, "k"):
        if name in found:
            text = meaning(header, name, True)
            yield f"| `{name}` | {text} | {'list' if text.startswith('Array') else found[name][0]} |"


def session_table(header, columns):
    """Of a session there is one: what can be read, set and listened to."""
    (_, sizes), *others = columns
    return rows(header, ["Bytes"] + [head for head, _ in others], columns,
                lambda name: [str(sizes[name][0]) if name in sizes else "–"] + ["yes" if name in found else "no" for _, found in others])


def file_columns(header, prefix, opening, call):
    for title, path in FILES:
        with tempfile.TemporaryDirectory() as folder:
            # A copy, which may be opened for writing.
            file = shutil.copy(ROOT / "Fixtures" / path, folder)
            yield title, run(opening.replace("PATH", file) + calls(header, prefix, call))


SPECIFIED = f"""AudioStreamBasicDescription aac = {{44100, kAudioFormatMPEG4AAC, 0, 0, 1024, 0, 2, 0, 0}};
AudioFormatInfo info = {{aac, NULL, 0}}; AudioFormatListItem item = {{aac, kAudioChannelLayoutTag_Stereo}};
UInt32 codec = kAudioFormatMPEG4AAC, tag = kAudioChannelLayoutTag_Stereo, bitmap = 3, count = 2;
AudioChannelLayout layout = {{kAudioChannelLayoutTag_Stereo}}; const AudioChannelLayout *layouts[] = {{&layout, &layout}};
AudioChannelDescription channel = {{kAudioChannelLabel_Left}};
AudioPanningInfo panning = {{kPanningMode_VectorBasedPanning, 0, {{0, 0, 0}}, 1, &layout}};
AudioBalanceFade fade = {{0, 0, kAudioBalanceFadeType_MaxUnityGain, &layout}};
AudioClassDescription class = {{kAudioDecoderComponentType, kAudioFormatMPEG4AAC, kAppleSoftwareAudioCodecManufacturer}};
char tag3[20] = {{'I', 'D', '3', 3, 0, 0, 0, 0, 0, 10}};
UInt8 packet[417] = {{0xFF, 0xFB, 0x90, 0x00}};
UInt8 esds[] = {{3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 1, 0xF4, 0, 0, 1, 0xF4, 0, 5, 2, 0x12, 0x10, 6, 1, 2}};
"""


def format_calls():
    """A question about each property of AudioFormat.h, with its specifier."""
    lines = []
    for name in names("AudioToolbox/AudioFormat.h", "kAudioFormatProperty_"):
        kind = name.split("_")[1]
        specifier = next((value for key, value in SPECIFIERS.items() if kind in key.split("|")), None)
        what = f"sizeof {specifier}, &{specifier}" if specifier else "0, NULL"
        lines.append(f'{{ UInt32 size = 0; OSStatus s = AudioFormatGetPropertyInfo({name}, {what}, &size); row("{name}", s, size, 0); }}')
    return "\n".join(lines)


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
    yield "Formats", "AudioToolbox/AudioFormat.h", [("answer", run(SPECIFIED + format_calls()))]
    queue = "AudioStreamBasicDescription format = {48000, kAudioFormatMPEG4AAC, 0, 0, 1024, 0, 2, 0, 0}; AudioQueueRef queue;\n"
    # A value is refused as an unknown property where it cannot be set; it need not be a good one.
    size = "(writable = AudioQueueSetProperty(queue, ID, zeros, AudioQueueGetPropertySize(queue, ID, &size) ? 4 : size)" \
        " != kAudioQueueErr_InvalidProperty, AudioQueueGetPropertySize(queue, ID, &size))"
    queue += "static char zeros[1 << 16];\n"
    sizes = calls("AudioToolbox/AudioQueue.h", "kAudioQueue(Device)?Property", size)
    yield "Audio queues", "AudioToolbox/AudioQueue.h", [
        ("playing", run(queue + "if (AudioQueueNewOutput(&format, played, NULL, NULL, NULL, 0, &queue)) return 1;\n" + sizes)),
        ("recording", run(queue + "if (AudioQueueNewInput(&format, (void *)played, NULL, NULL, NULL, 0, &queue)) return 1;\n" + sizes))]
    sounds = "SystemSoundID sound = kSystemSoundID_UserPreferredAlert;\n" + calls(
        "AudioToolbox/AudioServices.h", "kAudioServicesProperty",
        "AudioServicesGetPropertyInfo(ID, sizeof sound, &sound, &size, (Boolean *)&writable)")
    yield "System sounds", "AudioToolbox/AudioServices.h", [("sound", run(sounds))]
    header, prefix = "AudioToolbox/AudioSession.h", "kAudioSessionProperty_"
    start = "AudioSessionInitialize(NULL, NULL, NULL, NULL); static char value[256]; UInt32 room;\n"
    yield "The audio session", header, [
        ("size", run(start + calls(header, prefix, "AudioSessionGetPropertySize(ID, &size)"))),
        ("Read", run(start + calls(header, prefix, "(room = sizeof value, AudioSessionGetProperty(ID, &room, value))"))),
        # No value has three bytes: what can be set refuses the size.
        ("Set", run(start + calls(header, prefix, "(AudioSessionSetProperty(ID, 3, value) == kAudioSessionUnsupportedPropertyError)"))),
        ("Listeners", run(start + calls(header, prefix, "AudioSessionAddPropertyListener(ID, (void *)played, NULL)")))]
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
          "The tables show what the library answers, on the silent device and for one file of each type. Audio files are open for writing if\n"
          "their type can be written; extended audio files are open for reading. Numbers are sizes in bytes; those of lists and texts vary. A\n"
          "dash means that the call refuses the property. Some properties can only be set before the first packet, as their pages say. The\n"
          "properties of formats are asked about AAC and stereo, and cannot be set; the audio queues play and record AAC.")
    for title, header, columns in sections():
        print(f"\n### {title}\n\n`<{header}>`\n")
        kind = {"CAF": file_table, "answer": format_table, "size": session_table}.get(columns[0][0], table)
        print("\n".join(kind(header, columns)))


if __name__ == "__main__":
    sys.exit(main())
