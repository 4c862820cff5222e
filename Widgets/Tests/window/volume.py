"""volume.py PROGRAM SCRIPT   drives a widget with the volume and the outputs, on a PipeWire of its own, which SCRIPT (Scripts/with-pipewire) starts

PROGRAM is widget-program.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from player import Player, keys, wait


class VolumeWindow(Player):
    """A running widget-program with the volume."""

    def __init__(self, program, folder, variables):
        self.said, self.variables = folder / "said.txt", variables
        super().__init__(program, ["volume"], folder / "errors.txt", has_songs=False, output=self.said, **variables)

    def lines(self):
        return self.said.read_text().splitlines()

    def sink(self, name):
        """A sink, as the server has it."""
        text = subprocess.run(["pw-dump"], check=True, stdout=subprocess.PIPE, env=self.variables).stdout
        return next(
            item for item in json.loads(text)
            if item.get("info", {}).get("props", {}).get("node.name") == name and item["type"].endswith("Node"))

    def loudness(self, name):
        """The volume of a sink, on the scale of sliders."""
        volumes = self.sink(name)["info"]["params"]["Props"][0]["channelVolumes"]
        return max(volumes) ** (1 / 3)

    def slider(self):
        return self.value("slider", "Volume")


def shows_and_sets_the_volume(window):
    wait("the sink that plays", lambda: window.lines()[-1:] == ["plays on speakers"])
    wait("the full volume", lambda: abs(window.slider() - 1) < 0.01)
    window.set_value("Volume", 0.5)
    wait("the volume of the sink", lambda: abs(window.loudness("speakers") - 0.5) < 0.01)
    number = window.sink("speakers")["id"]
    subprocess.run(["wpctl", "set-volume", str(number), "0.25"], check=True, env=window.variables)
    wait("the volume that another program has set", lambda: abs(window.slider() - 0.25) < 0.01)


def lets_the_user_choose(window):
    window.take_keyboard()
    window.click("push button", "Outputs")
    choices = lambda: {
        widget.get_name(): widget for window_ in window.windows() if window_ for widget in window.widgets(window_)
        if widget.get_name() in ("speakers", "headphones") and widget.get_role_name() in ("radio button", "check box")}
    wait("the outputs", lambda: len(choices()) == 2)
    if window.focused() not in choices():
        keys("Tab")
    wait("a choice", lambda: window.focused() in choices())
    if window.focused() != "headphones":
        keys("Down")
    wait("the other choice", lambda: window.focused() == "headphones")
    keys("space")
    wait("the other output", lambda: window.lines()[-1] == "plays on headphones")
    wait("its volume", lambda: abs(window.slider() - 1) < 0.01)


def main():
    program, script = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        do = lambda action: subprocess.run([script, action, str(folder / "server")], check=True)
        do("--start")
        try:
            lines = (folder / "server/env").read_text().splitlines()
            variables = dict(line.split("=", 1) for line in lines if line.startswith("PIPEWIRE"))
            variables = dict(os.environ, COREAUDIO_BACKEND="pipewire", **variables)
            window = VolumeWindow(program, folder, variables)
            try:
                shows_and_sets_the_volume(window)
                lets_the_user_choose(window)
            finally:
                window.kill()
        finally:
            do("--stop")


main()
