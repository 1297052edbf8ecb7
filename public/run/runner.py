"""Runs Python code and shows its results. The worker sets `emit`, which takes an item as JSON."""

import asyncio
import base64
import importlib.abc
import json
import os
import sys
import traceback

from pyodide.code import eval_code_async
from pyodide.ffi import run_sync

# Modules that lead to the browser. The frame of the worker is the border, not this list (docs/decisions/0062).
blocked = {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip"}
# Maximum length of a message with text, in characters.
max_chunk = 50_000


def send(**item):
    emit(json.dumps(item))


class Output:
    """The standard output and error."""

    encoding = "utf-8"
    errors = "replace"
    closed = False

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str")
        for start in range(0, len(text), max_chunk):
            send(type="text", text=text[start : start + max_chunk])
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False

    def writable(self):
        return True

    def readable(self):
        return False


class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def block():
    # Pyodide's own functions import blocked modules when they are called.
    asyncio.run = lambda main, **_: run_sync(main)
    type(asyncio.get_event_loop()).run_until_complete = lambda self, future: run_sync(future)
    for finder in [each for each in sys.meta_path if hasattr(each, "jsproxies")]:
        finder.jsproxies.clear()
        sys.meta_path.remove(finder)
    sys.meta_path.insert(0, Blocked())
    for name in list(sys.modules):
        if name.partition(".")[0] in blocked:
            del sys.modules[name]


def picture_of(value):
    """Returns SVG, PNG, or an object that has one of them, as a picture; None for other values."""
    if isinstance(value, str) and value.lstrip()[:5] in ("<svg ", "<svg>", "<?xml") and "<svg" in value[:500]:
        return {"media": "image/svg+xml", "text": value}
    if isinstance(value, (bytes, bytearray)) and value[:8] == b"\x89PNG\r\n\x1a\n":
        return {"media": "image/png", "base64": base64.b64encode(value).decode()}
    for name in ("_repr_png_", "_repr_svg_"):
        method = None if isinstance(value, type) else getattr(value, name, None)
        if callable(method) and isinstance(picture := method(), (str, bytes)):
            return picture_of(picture)
    return None


def table_of(value):
    """Returns a list of dictionaries or of lists as a table; None for other values."""
    if not isinstance(value, (list, tuple)) or not value:
        return None
    rows = value
    if all(isinstance(row, (list, tuple)) for row in rows):
        rows = [dict(enumerate(row)) for row in rows]
    if not all(isinstance(row, dict) for row in rows):
        return None
    columns = list(dict.fromkeys(key for row in rows for key in row))
    cell = lambda each: each if isinstance(each, str) else repr(each)
    return {
        "columns": [str(key) for key in columns],
        "rows": [[cell(row[key]) if key in row else "" for key in columns] for row in rows],
    }


def show(value, fallback="text"):
    """Shows an SVG text, PNG bytes, or a table of rows; anything else as text."""
    if picture := picture_of(value):
        send(type="picture", **picture)
    elif table := table_of(value):
        send(type="table", **table)
    elif fallback == "value":
        send(type="value", text=repr(value))
    else:
        print(value)


def file_times():
    return {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(".") if entry.is_file()}


def show_new_pictures(before):
    """Shows the pictures that the code has written."""
    for name, time in sorted(file_times().items(), key=lambda item: item[1]):
        kind = name.lower()[-4:]
        if before.get(name) == time or kind not in (".png", ".svg"):
            continue
        with open(name, "rb") as file:
            data = file.read()
        if picture := picture_of(data.decode("utf-8", "replace") if kind == ".svg" else data):
            send(type="picture", **picture)


def error_text(error):
    """Returns the traceback without the frames of this file and of Pyodide."""
    lines = traceback.TracebackException.from_exception(error)
    while lines.stack and lines.stack[0].filename != "code.py":
        lines.stack.pop(0)
    lines.stack[:] = [frame for frame in lines.stack if frame.filename != "runner.py"]
    return "".join(lines.format()).rstrip()


async def run(code):
    sys.stdout = sys.stderr = Output()
    before = file_times()
    try:
        names = {"__name__": "__main__", "__builtins__": __builtins__, "show": show}
        value = await eval_code_async(code, globals=names, filename="code.py")
        if value is not None:
            show(value, "value")
    except SystemExit as error:
        if error.code:
            send(type="error", text=f"SystemExit: {error.code}")
    except BaseException as error:
        send(type="error", text=error_text(error))
    show_new_pictures(before)


block()
