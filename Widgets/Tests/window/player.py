"""A program's window, as a screen reader sees it and a keyboard drives it."""
import os
import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

DEADLINE = 30


def show(widget, depth=0):
    """Prints a widget with what it contains."""
    value = Atspi.Value.get_current_value(widget) if "Value" in widget.get_interfaces() else ""
    print(" " * depth, widget.get_role_name(), repr(widget.get_name()), value, flush=True)
    for index in range(widget.get_child_count()):
        show(widget.get_child_at_index(index), depth + 1)


def wait(what, condition):
    """Waits until the condition holds, and returns what it gives."""
    end = time.monotonic() + DEADLINE
    while True:
        try:
            found = condition()
        except GLib.Error:
            # The widget has gone away meanwhile.
            found = None
        if found:
            return found
        if time.monotonic() > end:
            show(desktop())
            raise SystemExit(f"waited {DEADLINE} s for: {what}")
        time.sleep(0.03)


def keys(*names):
    subprocess.run(["xdotool", "key", "--clearmodifiers", *names], check=True)


def desktop():
    """The parent of all programs. What changes is asked for each time."""
    found = Atspi.get_desktop(0)
    found.clear_cache()
    return found


class Player:
    """A running program."""

    def __init__(self, program, places, errors, has_songs=True, output=None, **variables):
        # A program that starts before the registry does would not be listed there.
        desktop().get_child_count()
        self.errors = errors
        environment = dict(os.environ, **variables)
        self.process = subprocess.Popen(
            [program, *map(str, places)], stdout=output.open("w") if output else None, stderr=errors.open("w"), env=environment)
        self.window = wait("the window", self.find_window)
        if has_songs:
            wait("the list of songs", lambda: self.songs())

    def find_window(self):
        return next(iter(self.windows()), None)

    def windows(self):
        parent = desktop()
        for index in range(parent.get_child_count()):
            program = parent.get_child_at_index(index)
            if program and program.get_process_id() == self.process.pid:
                program.clear_cache()
                return [program.get_child_at_index(place) for place in range(program.get_child_count())]
        return []

    def shows_window(self, *texts):
        """Whether another window than the player's has all the texts."""
        for window in self.windows():
            if window and window != self.window:
                names = [widget.get_name() for widget in self.widgets(window)]
                if all(any(text in name for name in names if name) for text in texts):
                    return True
        return False

    def widgets(self, widget=None, leave_out=None):
        if widget is None:
            widget = self.window
            # What changes is asked for each time.
            widget.clear_cache()
        yield widget
        for index in range(widget.get_child_count()):
            child = widget.get_child_at_index(index)
            if child and child.get_role_name() != leave_out:
                yield from self.widgets(child, leave_out)

    def find(self, role, name=None, description=None):
        """The widget with a role and a name, or None."""
        for widget in self.widgets():
            if (widget.get_role_name() == role and name in (None, widget.get_name())
                    and description in (None, widget.get_description())):
                return widget
        return None

    def get(self, role, name=None, description=None):
        return wait(f"{role} {name or description}", lambda: self.find(role, name, description))

    def press(self, name, role="push button"):
        button = self.get(role, name)
        wait(f"{name} can be pressed", lambda: self.is_sensitive(button))
        assert Atspi.Action.do_action(button, 0), f"{name} cannot be pressed"

    def is_sensitive(self, widget):
        widget.clear_cache()
        return widget.get_state_set().contains(Atspi.StateType.SENSITIVE)

    def value(self, role, name):
        return Atspi.Value.get_current_value(self.get(role, name))

    def set_value(self, name, value):
        assert Atspi.Value.set_current_value(self.get("slider", name), value), f"{name} cannot be set"

    def elapsed(self):
        """Seconds, as the window shows them."""
        label = self.get("label", description="Elapsed time")
        minutes, seconds = label.get_name().split(":")
        return int(minutes) * 60 + int(seconds)

    def songs(self):
        """What the rows of the list are called."""
        names = []
        for widget in self.widgets():
            if widget.get_role_name() == "list item":
                names.append(widget.get_name())
        return names

    def wait_for_song(self, text):
        wait(f"a song that is called {text}", lambda: any(text in name for name in self.songs()))

    def focused(self):
        """The name of the widget to which the keyboard goes."""
        for widget in self.widgets():
            if widget.get_state_set().contains(Atspi.StateType.FOCUSED):
                return widget.get_name()
        return None

    def size(self):
        """The window's pixels."""
        command = ["xdotool", "getwindowgeometry", "--shell", self.screen_window()]
        text = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
        values = dict(line.split("=") for line in text.split())
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def picture(self, path):
        subprocess.run(["import", "-window", self.screen_window(), str(path)], check=True)

    def screen_window(self):
        found = wait("the window on the screen", lambda: subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
            stdout=subprocess.PIPE, check=False).stdout.split())
        return found[0].decode()

    def on_screen(self, action, *arguments):
        """Does something with the window that a window manager would do."""
        subprocess.run(["xdotool", action, self.screen_window(), *map(str, arguments)], check=True)

    def click(self, role, name, across=0.5):
        """Presses and lets go of the mouse's button on a widget, at a part of its width."""
        place = Atspi.Component.get_extents(self.get(role, name), Atspi.CoordType.WINDOW)
        x, y = place.x + int(place.width * across), place.y + place.height // 2
        subprocess.run(
            ["xdotool", "mousemove", "--window", self.screen_window(), str(x), str(y), "click", "1"], check=True)

    def take_keyboard(self):
        self.on_screen("windowfocus")

    def tab_to(self, condition):
        """Presses Tab until the name of the widget that has the focus is right."""
        for _ in range(40):
            before = self.focused()
            if before and condition(before):
                return
            keys("Tab")
            wait("the next widget", lambda: self.focused() != before)
        raise SystemExit("Tab does not reach a widget")

    def wait_for_end(self):
        status = self.process.wait(DEADLINE)
        complaints = self.errors.read_text()
        assert status == 0 and not complaints, f"ended with {status}: {complaints}"

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
