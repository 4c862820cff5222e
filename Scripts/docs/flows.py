"""flows.py FOLDER   draws the pictures of the guides: boxes in a row, and what goes from one to the next

Each picture is written twice, NAME.svg and NAME~dark.svg, as docc wants it.
"""
import pathlib
import sys
from xml.sax.saxutils import escape

# For each picture rows of boxes and arrows, by turns. A line break in a box is a new line; an arrow that begins with "<" points
# to the left.
FLOWS = {
    "flow-file": [
        ["your program", "AudioFileWritePackets", "AudioFileID", "head, packets, chunks", "a file,\nor your callbacks"],
        ["your program", "<AudioFileReadPacketData", "AudioFileID", "<head, packets, chunks", "a file,\nor your callbacks"]],
    "flow-extended": [
        ["your linear PCM", "ExtAudioFileWrite", "converter", "packets", "file of any format"],
        ["your linear PCM", "<ExtAudioFileRead", "converter", "<packets", "file of any format"]],
    "flow-converter": [
        ["your input callback", "packets, when asked", "decoder", "PCM", "rate, channels", "PCM", "encoder"],
        ["encoder", "packets", "AudioConverterFillComplexBuffer", "one buffer", "your program"]],
    "flow-format": [
        ["your program", "property, specifier", "AudioFormatGetProperty", "which codecs?", "codecs and\nlayouts here"],
        ["your buffer", "<value", "AudioFormatGetProperty", "<answer", "codecs and\nlayouts here"]],
    "flow-tools": [
        ["files", "packets", "afconvert", "packets", "files of other types"],
        ["a file", "format, length, titles", "afinfo", "text, XML, JSON", "standard output"],
        ["files, pipes,\naddresses", "packets", "afplay", "", "device"],
        ["device", "samples", "afrecord", "packets", "a file"]],
    "flow-stream": [
        ["bytes, as they\narrive", "AudioFileStreamParseBytes", "parser", "first", "property listener"],
        ["parser", "then, again and again", "packets callback", "AudioQueueEnqueueBuffer", "audio queue"]],
    "flow-queue": [
        ["your callback\nfills buffers", "AudioQueueEnqueueBuffer", "audio queue", "decoded ahead", "the program's mix", "", "device"],
        ["your callback\ntakes buffers", "<filled buffers", "audio queue", "<encoded", "input", "<", "device"]],
    "flow-sounds": [
        ["a short file", "CreateSystemSoundID", "decoded sound", "PlaySystemSound", "the program's mix", "", "device"]],
    "flow-hardware": [
        ["your IOProc", "<input, host time", "AudioDevice", "<every cycle", "sound server"],
        ["your IOProc", "output", "AudioDevice", "every cycle", "sound server"]],
    "flow-session": [
        ["your program", "category, mode, options", "session", "states, on the message bus", "other programs'\nsessions"],
        ["your program", "<notifications", "session", "<interruption, call, devices", "desktop and\nsound server"]],
    "flow-player": [
        ["a file,\nor memory", "packets", "AVAudioPlayer", "decoded ahead", "the program's mix", "", "device"],
        ["your delegate", "<the end, errors", "AVAudioPlayer", "<interruptions", "session"]],
    "flow-recorder": [
        ["device", "", "input", "samples", "AVAudioRecorder", "packets, complete at stop", "a file"],
        ["your program", "<levels, time", "AVAudioRecorder", "<interruptions", "session"]],
    "flow-classes": [
        ["a file of\nany format", "read", "AVAudioFile", "", "buffer of the\nprocessing format"],
        ["your block", "buffers, when asked", "AVAudioConverter", "convert", "buffer of the\noutput format"]],
}
COLOURS = {"": ("#1d1d1f", "#6e6e73", "#f5f5f7", "#0a7a6a"), "~dark": ("#f5f5f7", "#a1a1a6", "#2a2a2c", "#4fd1b8")}
LETTER, BOX, ROW, EDGE = 7.2, 56, 96, 12


def width(text):
    return max(map(len, text.split("\n"))) * LETTER


def text(x, y, lines, colour, size):
    top = y - (len(lines) - 1) * 8 + 4
    return "".join(
        f'<text x="{x:.0f}" y="{top + 16 * index:.0f}" fill="{colour}" font-size="{size}" text-anchor="middle">{escape(line)}</text>'
        for index, line in enumerate(lines))


def row(parts, y, colours):
    ink, grey, fill, blue = colours
    drawn, x = [], EDGE
    for index, part in enumerate(parts):
        if index % 2 == 0:
            size = width(part) + 28
            drawn.append(f'<rect x="{x:.0f}" y="{y}" width="{size:.0f}" height="{BOX}" rx="10" fill="{fill}" stroke="{grey}"/>')
            drawn.append(text(x + size / 2, y + BOX / 2, part.split("\n"), ink, 13))
        else:
            label = part.lstrip("<")
            size = max(40, len(label) * 6.4 + 24)
            start, end = (x + size - 4, x + 4) if part.startswith("<") else (x + 4, x + size - 4)
            tip = 7 if end < start else -7
            middle = y + BOX / 2
            drawn.append(f'<path d="M{start:.0f} {middle}H{end:.0f}m{tip} -5l{-tip} 5l{tip} 5" fill="none" stroke="{blue}" stroke-width="1.6"/>')
            drawn.append(text(x + size / 2, middle - 14, [label], grey, 11))
        x += size
    return "".join(drawn), x


def picture(rows, colours):
    drawn = [row(parts, EDGE + ROW * index, colours) for index, parts in enumerate(rows)]
    wide = max(x for _, x in drawn) + EDGE
    high = EDGE * 2 + ROW * (len(rows) - 1) + BOX
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high}" viewBox="0 0 {wide:.0f} {high}" '
        f'font-family="Helvetica, Arial, sans-serif">' + "".join(body for body, _ in drawn) + "</svg>\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, rows in FLOWS.items():
        for variant, colours in COLOURS.items():
            (folder / f"{name}{variant}.svg").write_text(picture(rows, colours))


if __name__ == "__main__":
    main()
