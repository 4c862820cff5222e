"""Songs for the tests of the window: tones in WAVE files, with what they are called."""
import math
import struct

RATE = 8000


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def text(name, value):
    return chunk(name, value.encode() + b"\0")


def write(path, seconds, title, artist, amplitude=0.5):
    """A tone in two channels, the right one half as loud."""
    frames = bytearray()
    for frame in range(int(seconds * RATE)):
        sample = amplitude * 32767 * math.sin(2 * math.pi * 200 * frame / RATE)
        frames += struct.pack("<hh", int(sample), int(sample / 2))
    info = b"INFO" + text(b"INAM", title) + text(b"IART", artist)
    body = chunk(b"fmt ", struct.pack("<HHIIHH", 1, 2, RATE, RATE * 4, 4, 16)) + chunk(b"data", bytes(frames))
    path.write_bytes(chunk(b"RIFF", b"WAVE" + body + chunk(b"LIST", info)))
