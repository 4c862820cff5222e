"""hero.py SOUND FOLDER   draws the landing page's picture: the wave of a sound that afconvert has encoded as IMA4 and decoded again

The tools come from COREAUDIO_INSTALLED, .build/installed if it is not set. It writes FOLDER/hero.svg and hero~dark.svg; the picture of the
landing page is that of /usr/share/sounds/alsa/Front_Center.wav.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import wave

from logo import ACCENT, GROUND

WIDE, HIGH, BARS = 1200, 240, 150


def levels(sound):
    """The highest sample of each of `BARS` parts of the sound, from 0 to 1 for the loudest."""
    tool = pathlib.Path(os.environ.get("COREAUDIO_INSTALLED", ".build/installed"), "bin/afconvert")
    with tempfile.TemporaryDirectory() as folder:
        for output, options in (("a.caf", ["-f", "caff", "-d", "ima4"]), ("b.wav", ["-f", "WAVE", "-d", "LEI16", "-c", "1"])):
            target = os.path.join(folder, output)
            subprocess.run([tool, *options, sound, target], check=True)
            sound = target
        with wave.open(sound) as file:
            samples = memoryview(file.readframes(file.getnframes())).cast("h")
    size = len(samples) // BARS
    peaks = [max(map(abs, samples[index * size:(index + 1) * size])) for index in range(BARS)]
    return [peak / max(peaks) for peak in peaks]


def picture(heights, variant):
    step = WIDE / BARS
    bars = "".join(
        f'<rect x="{(index + 0.2) * step:.1f}" y="{HIGH / 2 - 100 * height:.1f}" width="{step * 0.6:.1f}" height="{200 * height:.1f}" rx="2"/>'
        for index, height in enumerate(max(0.015, height) for height in heights))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" rx="14" fill="{GROUND[variant]}"/><g fill="{ACCENT[variant]}">{bars}</g></svg>\n')


def main():
    sound, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    heights = levels(sound)
    for variant in ACCENT:
        (folder / f"hero{variant}.svg").write_text(picture(heights, variant))


if __name__ == "__main__":
    main()
