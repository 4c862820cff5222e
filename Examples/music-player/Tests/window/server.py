"""server.py PROGRAM SCRIPT   plays on a PipeWire of its own, which SCRIPT (Scripts/with-pipewire) starts, ends and starts again"""
import pathlib
import subprocess
import sys
import tempfile

# What drives any window is beside the tests of the widgets.
sys.path.append(str(pathlib.Path(__file__).parents[4] / "Widgets/Tests/window"))
import songs  # noqa: E402
from player import Player, keys, wait


def main():
    program, script = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        music = folder / "music"
        music.mkdir()
        for index in range(3):
            songs.write(music / f"{index}.wav", 40, f"Song {index}", "The Larks")
        do = lambda action: subprocess.run([script, action, str(folder / "server")], check=True)
        do("--start")
        try:
            lines = (folder / "server/env").read_text().splitlines()
            variables = dict(line.split("=", 1) for line in lines if line.startswith("PIPEWIRE"))
            player = Player(program, [music], folder / "errors.txt", COREAUDIO_BACKEND="pipewire", **variables)
            try:
                waits_for_its_server(player, do)
            finally:
                player.kill()
        finally:
            do("--stop")


def waits_for_its_server(player, do):
    player.press("Play")
    wait("the elapsed time", lambda: player.elapsed() >= 1)
    do("--crash")
    player.get("label", "Waiting for the Sound Server")
    wait("silent meters", lambda: player.value("level bar", "Level, left") == 0)
    # No song is to blame, and the one that is chosen meanwhile plays at last.
    player.press("Next Song")
    player.wait_for_song("Song 1, The Larks, 0:40, paused")
    assert not any("cannot" in name for name in player.songs()), player.songs()
    do("--revive")
    player.wait_for_song("Song 1, The Larks, 0:40, playing")
    wait("its time", lambda: player.elapsed() >= 1)
    assert not player.find("label", "Waiting for the Sound Server")
    player.take_keyboard()
    keys("ctrl+q")
    player.wait_for_end()


main()
