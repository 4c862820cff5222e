"""pictures.py PROGRAM [FOLDER]   makes the pictures of the documentation, and fails where the window is in another state

Without a folder it only looks at the states and the colours.
"""
import pathlib
import subprocess
import sys
import tempfile

# What drives any window is beside the tests of the widgets.
sys.path.append(str(pathlib.Path(__file__).parents[4] / "Widgets/Tests/window"))
import songs  # noqa: E402
from player import Player, keys, wait

# Pixels around what the window shows, where there is no window manager.
FRAME = 5
ALBUMS = [
    ("Harbour Lights", ((20, 60, 110), (250, 180, 90)), [
        ("Low Tide", "The Larks", 194), ("Paper Boats", "The Larks", 227), ("Salt on the Window", "The Larks", 251)]),
    ("Orchard", ((40, 90, 60), (240, 220, 140)), [
        ("First Frost", "Ada Winter Trio", 178), ("Windfall", "Ada Winter Trio", 305)]),
    ("Night Bus", ((60, 20, 80), (230, 80, 120)), [
        ("Last Stop", "Northern Line", 212), ("Rain on the Roof", "Northern Line", 241)]),
]


class Photographer:
    """Takes pictures of windows."""

    def __init__(self, program, music, folder, scratch):
        self.program, self.music, self.folder, self.scratch = program, music, folder, scratch

    def open(self, name, **variables):
        player = Player(self.program, self.music, self.scratch / f"{name}.txt", **variables)
        wait("all songs", lambda: len(player.songs()) == sum(len(album[2]) for album in ALBUMS))
        return player

    def take(self, player, name, is_dark=False):
        """A picture of the window, once nothing but the time moves in it. It has to be light or dark."""
        path = self.scratch / f"{name}.png"
        pictures = [b""]

        def is_still():
            player.picture(path)
            pictures.append(small(path))
            changed = sum(abs(one - other) > 8 for one, other in zip(*pictures[-2:]))
            return pictures[-2] and changed < len(pictures[-1]) / 100

        wait(f"a picture of {name}", is_still)
        median = sorted(pictures[-1])[len(pictures[-1]) // 2]
        assert (median < 100) == is_dark, f"{name} is {'light' if is_dark else 'dark'}"
        if self.folder:
            options = ["-shave", f"{FRAME}x{FRAME}", "-strip", "-dither", "None", "-colors", "128"]
            subprocess.run(["convert", path, *options, f"png8:{self.folder / name}.png"], check=True)


def small(path):
    """A picture's levels of grey, in less detail."""
    command = ["convert", path, "-resize", "80x60!", "-colorspace", "Gray", "-depth", "8", "gray:-"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def choose(player, title):
    """Plays the songs on from the first until a song is at hand."""
    player.press("Play")
    wait("a song", lambda: any("playing" in name for name in player.songs()))
    while not any(name.startswith(title) and "playing" in name for name in player.songs()):
        before = player.songs()
        player.press("Next Song")
        wait("the next song", lambda: player.songs() != before)


def wide(photographer):
    player = photographer.open("wide")
    try:
        player.get("push button", "Play")
        assert not any("playing" in name or "paused" in name for name in player.songs()), "something plays"
        photographer.take(player, "music-player-list")

        choose(player, "Windfall")
        player.set_value("Position", 118)
        wait("the time sought", lambda: player.elapsed() >= 118)
        wait("levels", lambda: player.value("level bar", "Level, left") > 0.5)
        player.get("push button", "Pause")
        photographer.take(player, "music-player-playing")

        player.press("Pause")
        player.wait_for_song("Windfall, Ada Winter Trio, 5:05, paused")
        wait("silent meters", lambda: player.value("level bar", "Level, left") == 0)
        photographer.take(player, "music-player-paused")

        choose(player, "Rain on the Roof")
        player.set_value("Position", 240.8)
        player.get("push button", "Play")
        wait("the end", lambda: not player.is_sensitive(player.get("slider", "Position")))
        assert not any("playing" in name or "paused" in name for name in player.songs()), "something plays"
        photographer.take(player, "music-player-end")
    finally:
        player.kill()


def dark(photographer):
    player = photographer.open("dark", ADW_DEBUG_COLOR_SCHEME="prefer-dark")
    try:
        choose(player, "Low Tide")
        player.set_value("Position", 73)
        wait("levels", lambda: player.value("level bar", "Level, left") > 0.5 and player.elapsed() >= 73)
        photographer.take(player, "music-player-dark", is_dark=True)
    finally:
        player.kill()


def narrow(photographer):
    player = photographer.open("narrow")
    try:
        size = 360 + 2 * FRAME, 640 + 2 * FRAME
        player.on_screen("windowsize", *size)
        wait("the size", lambda: player.size() == size)
        player.take_keyboard()
        wait("the list", lambda: player.focused() == "Songs" or "The Larks" in (player.focused() or ""))
        photographer.take(player, "music-player-narrow-list")
        player.tab_to(lambda name: "The Larks" in name)
        keys("Home", *["Down"] * 5)
        wait("the sixth song", lambda: (player.focused() or "").startswith("Last Stop"))
        keys("Return")
        player.wait_for_song("Last Stop, Northern Line, 3:32, playing")
        wait("the song's page", lambda: player.focused() == "Pause")
        player.set_value("Position", 31)
        wait("levels", lambda: player.value("level bar", "Level, left") > 0.5 and player.elapsed() >= 31)
        photographer.take(player, "music-player-narrow-song")
    finally:
        player.kill()


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        music = []
        for album, (title, colours, tracks) in enumerate(ALBUMS):
            place = scratch / f"{album + 1} {title}"
            place.mkdir()
            songs.write_cover(place / "cover.png", *colours)
            for track, (song, artist, seconds) in enumerate(tracks):
                songs.write(place / f"{track + 1} {song}.wav", seconds, song, artist, amplitude=0.3)
            music.append(place)
        photographer = Photographer(program, music, folder, scratch)
        wide(photographer)
        dark(photographer)
        narrow(photographer)


main()
