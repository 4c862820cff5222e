"""A player as the desktop sees it, and as media keys control it: by MPRIS."""
import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

PATH = "/org/mpris/MediaPlayer2"
ROOT = "org.mpris.MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"


class Desktop:
    def __init__(self, process):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.name = f"{ROOT}.org_example_MusicPlayer.instance{process}"

    def call(self, interface, member, signature="", *values):
        parameters = GLib.Variant(f"({signature})", values)
        answer = self.bus.call_sync(
            self.name, PATH, interface, member, parameters, None, Gio.DBusCallFlags.NONE, 10_000)
        return answer.unpack()

    def all(self, interface):
        return self.call("org.freedesktop.DBus.Properties", "GetAll", "s", interface)[0]

    def metadata(self):
        return self.all(PLAYER)["Metadata"]

    def press(self, member, signature="", *values):
        self.call(PLAYER, member, signature, *values)

    def status(self):
        return self.all(PLAYER)["PlaybackStatus"]
