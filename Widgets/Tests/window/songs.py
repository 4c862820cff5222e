"""Songs for the tests of the window: tones in WAVE files, with what they are called."""
import math
import struct
import zlib

RATE = 8000


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def text(name, value):
    return chunk(name, value.encode() + b"\0")


def write(path, seconds, title, artist, amplitude=0.5):
    """A tone in two channels, the right one half as loud."""
    second = bytearray()
    for frame in range(RATE):
        sample = amplitude * 32767 * math.sin(2 * math.pi * 200 * frame / RATE)
        second += struct.pack("<hh", int(sample), int(sample / 2))
    frames = bytes(second) * math.ceil(seconds)
    frames = frames[:int(seconds * RATE) * 4]
    info = b"INFO" + text(b"INAM", title) + text(b"IART", artist)
    body = chunk(b"fmt ", struct.pack("<HHIIHH", 1, 2, RATE, RATE * 4, 4, 16)) + chunk(b"data", frames)
    path.write_bytes(chunk(b"RIFF", b"WAVE" + body + chunk(b"LIST", info)))


def write_cover(path, dark, light, size=480):
    """A picture in PNG: rings in five colours, from one to another."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            distance = math.hypot(x - size * 0.7, y - size * 0.35) / size
            part = min(4, int(distance * 5)) / 4
            rows += bytes(int(low + (high - low) * part) for low, high in zip(light, dark))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for name, content in [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b"")]:
        data += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    path.write_bytes(data)
