"""drive.py PROGRAM [FOLDER]   drives the window of a media picker as a screen reader and a keyboard do, and fails at the first thing that does not happen

PROGRAM is widget-program. HOME has no music yet. With a folder it writes the documentation's picture there.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import songs
from player import Player, keys, wait


class Picker(Player):
    """A running widget-program."""

    def __init__(self, program, folder, *arguments):
        self.said = folder / "said.txt"
        super().__init__(program, arguments, folder / "errors.txt", has_songs=False, output=self.said)

    def screen_window(self):
        search = ["xdotool", "search", "--onlyvisible", "--name", "^Choose Music$"]
        return wait("the window on the screen", lambda: subprocess.run(
            search, stdout=subprocess.PIPE, check=False).stdout.split())[0].decode()

    def find_window(self):
        found = [window for window in self.windows() if window and window.get_name() == "Choose Music"]
        return found[0] if found else None

    def rows(self):
        return [name.split(",")[0] for name in self.songs()]

    def choose(self, name):
        self.tab_to(lambda focused: focused in self.songs())
        keys("Home")
        for _ in range(20):
            if (self.focused() or "").startswith(name):
                keys("Return")
                return
            before = self.focused()
            keys("Down")
            wait("the next row", lambda: self.focused() != before)
        raise SystemExit(f"picker: no row {name}")

    def lines(self):
        return self.said.read_text().splitlines()


def finds_lists(picker):
    wait("the songs", lambda: picker.rows() == ["Ebb", "Flood", "News from the Sea"])
    picker.get("label", "Music for the way home")
    picker.press("Artists")
    wait("the artists", lambda: picker.rows() == ["The Larks", "Zoe"])
    picker.choose("The Larks")
    wait("the artist's songs", lambda: picker.rows() == ["Ebb", "Flood"])
    picker.press("Back")
    wait("the artists again", lambda: picker.rows() == ["The Larks", "Zoe"])
    picker.press("Songs")
    wait("all songs", lambda: len(picker.rows()) == 3)


def finds_words(picker):
    picker.tab_to(lambda name: name in picker.songs())
    keys("s", "e", "a")
    wait("what is found", lambda: picker.rows() == ["News from the Sea"])
    keys("x")
    picker.get("label", "Nothing has “seax”.")
    keys("BackSpace", "BackSpace", "BackSpace", "BackSpace")
    wait("all songs", lambda: len(picker.rows()) == 3)


def run(program, folder, act, wanted, *arguments):
    picker = Picker(program, folder, *arguments)
    try:
        picker.take_keyboard()
        act(picker)
        picker.wait_for_end()
        assert picker.lines() == wanted, picker.lines()
    finally:
        picker.kill()


def picks_one(picker):
    finds_lists(picker)
    finds_words(picker)
    picker.choose("Flood")


def picks_several(picker):
    wait("the songs", lambda: len(picker.rows()) == 3)
    assert not picker.is_sensitive(picker.get("push button", "Done"))
    picker.choose("Flood")
    wait("the mark", lambda: any("Flood" in name and "picked" in name for name in picker.songs()))
    picker.get("label", "1 item")
    picker.choose("Flood")
    picker.get("label", "0 items")
    picker.choose("News")
    picker.press("Albums")
    picker.press("Artists")
    wait("the artists", lambda: picker.rows() == ["The Larks", "Zoe"])
    assert not picker.is_sensitive(picker.get("push button", "Add All"))
    picker.choose("The Larks")
    wait("the artist's songs", lambda: picker.rows() == ["Ebb", "Flood"])
    picker.press("Add All")
    picker.get("label", "3 items")
    picker.press("Done")


def cancels(picker):
    wait("the songs", lambda: len(picker.rows()) == 3)
    keys("Escape")


def presses_cancel(picker):
    picker.press("Cancel")


def shows_itself(picker, path):
    wait("the songs", lambda: len(picker.rows()) == len(SONGS))
    picker.choose("Paper Boats")
    picker.get("label", "1 item")
    if path:
        picker.picture(path)
    keys("Escape")


SONGS = [
    ("Ebb", "The Larks"), ("First Frost", "Ada Winter Trio"), ("Flood", "The Larks"), ("Paper Boats", "The Larks"),
    ("Salt on the Window", "The Larks"), ("Windfall", "Ada Winter Trio")]


def main():
    program = sys.argv[1]
    music = pathlib.Path(os.environ["HOME"]) / "Music"
    music.mkdir()
    for title, artist in [("Ebb", "The Larks"), ("Flood", "The Larks"), ("News from the Sea", "Zoe")]:
        songs.write(music / f"{title}.wav", 2, title, artist)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(program, folder, picks_one, ["picked Flood"])
        run(program, folder, picks_several, ["picked News from the Sea", "picked Ebb", "picked Flood"], "several")
        run(program, folder, cancels, ["cancelled"])
        run(program, folder, presses_cancel, ["cancelled"], "several")
        for title, artist in SONGS:
            songs.write(music / f"{title}.wav", 240 - 7 * len(title), title, artist)
        (music / "News from the Sea.wav").unlink()
        picture = pathlib.Path(sys.argv[2]) / "media-picker.png" if len(sys.argv) > 2 else None
        run(program, folder, lambda picker: shows_itself(picker, picture), ["cancelled"], "several")


main()
