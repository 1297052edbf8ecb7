// Runs Python in Pyodide, which is CPython in WebAssembly. A worker of /run/index.html; one worker per run.

/** Maximum memory of the interpreter, in bytes. */
const maxMemory = 512 * 1024 * 1024;
/** The folder of the files. */
const home = "/files";
/** An address for files that the page has passed in; nothing is requested from it. */
const nowhere = "https://files.invalid/";

/** Python code that runs the user's code and shows its results. */
const runner = `
import asyncio, base64, importlib.abc, json, os, sys, traceback
from pyodide.code import eval_code_async
from pyodide.ffi import run_sync

def make(emit):
    blocked = {"js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip"}

    def send(**item):
        emit(json.dumps(item))

    class Output:
        encoding = "utf-8"
        errors = "replace"
        closed = False

        def write(self, text):
            if not isinstance(text, str):
                raise TypeError("write() argument must be str")
            for start in range(0, len(text), 50_000):
                send(type="text", text=text[start : start + 50_000])
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

    def picture_of(value):
        if isinstance(value, str) and value.lstrip()[:5] in ("<svg ", "<svg>", "<?xml") and "<svg" in value[:500]:
            return {"media": "image/svg+xml", "text": value}
        if isinstance(value, (bytes, bytearray)) and value[:8] == b"\\x89PNG\\r\\n\\x1a\\n":
            return {"media": "image/png", "base64": base64.b64encode(value).decode()}
        for name in ("_repr_png_", "_repr_svg_"):
            if not isinstance(value, type) and callable(getattr(value, name, None)):
                found = getattr(value, name)()
                return picture_of(found) if isinstance(found, (str, bytes)) else None
        return None

    def table_of(value):
        cell = lambda each: each if isinstance(each, str) else repr(each)
        if not isinstance(value, (list, tuple)) or not value:
            return None
        if all(isinstance(row, dict) for row in value):
            columns = list(dict.fromkeys(key for row in value for key in row))
            rows = [[cell(row[key]) if key in row else "" for key in columns] for row in value]
            return {"columns": [str(key) for key in columns], "rows": rows}
        if all(isinstance(row, (list, tuple)) for row in value):
            width = max(len(row) for row in value)
            rows = [[cell(row[at]) if at < len(row) else "" for at in range(width)] for row in value]
            return {"columns": [str(at) for at in range(width)], "rows": rows}
        return None

    def show(value, fallback="text"):
        """Shows an SVG text, PNG bytes, or a table of rows; anything else as text."""
        picture = picture_of(value)
        table = None if picture else table_of(value)
        if picture:
            send(type="picture", **picture)
        elif table:
            send(type="table", **table)
        elif fallback == "value":
            send(type="value", text=repr(value))
        else:
            print(value)

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

    def pictures_before():
        return {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(".") if entry.is_file()}

    def show_pictures(before):
        for name, time in sorted(pictures_before().items(), key=lambda item: item[1]):
            if before.get(name) == time or not name.lower().endswith((".png", ".svg")):
                continue
            with open(name, "rb") as file:
                data = file.read()
            picture = picture_of(data.decode("utf-8", "replace") if name.lower().endswith(".svg") else data)
            if picture:
                send(type="picture", **picture)

    def error_text(error):
        lines = traceback.TracebackException.from_exception(error)
        while lines.stack and lines.stack[0].filename != "code.py":
            lines.stack.pop(0)
        lines.stack[:] = [frame for frame in lines.stack if frame.filename != "<exec>"]
        return "".join(lines.format()).rstrip()

    async def run(code):
        sys.stdout = sys.stderr = Output()
        before = pictures_before()
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
        show_pictures(before)

    block()
    return run

make
`;

/** Requests a file of a package from the page; an empty one if the page does not have it. */
function requestFile(name) {
  return new Promise((resolve) => {
    addEventListener("message", function onMessage({ data }) {
      if (data.type !== "file" || data.name !== name) return;
      removeEventListener("message", onMessage);
      resolve(data.bytes);
    });
    postMessage({ type: "file", name });
  });
}

/** Limits the memory, and lets Pyodide find its files in what the page has passed in. */
function prepareGlobals({ module, data }) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65_536 > maxMemory) throw new RangeError("Out of memory");
    return grow.call(this, pages);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
  const ownFiles = { "python_stdlib.zip": data["stdlib.zip"], "pyodide.asm.wasm": new ArrayBuffer(0) };
  self.fetch = async (url) => {
    const name = String(url).slice(nowhere.length);
    return new Response(ownFiles[name] ?? (await requestFile(name)));
  };
}

/** Names of functions that the code does not need. The frame's policy refuses them, too. */
const unneeded =
  /^(fetch|XMLHttpRequest|WebSocket\w*|WebTransport\w*|EventSource|Worker|SharedWorker|BroadcastChannel|MessageChannel|indexedDB|IDB\w+|caches|Cache\w*|importScripts|RTC\w+|Notification|navigator)$/;

/** Removes functions from the worker's global object and its prototypes. */
function removeGlobals() {
  for (let target = self; target && target !== Object.prototype; target = Object.getPrototypeOf(target)) {
    for (const name of Object.getOwnPropertyNames(target)) if (unneeded.test(name)) delete target[name];
  }
}

/** Loads the interpreter from the files that the page passed in. */
async function loadInterpreter({ texts, files, ...parts }) {
  prepareGlobals(parts);
  const load = (name) => import(URL.createObjectURL(new Blob([texts[name]], { type: "text/javascript" })));
  // Pyodide refuses workers that have this function.
  self.importScripts = undefined;
  const { loadPyodide } = await load("pyodide.js");
  const { default: createPyodideModule } = await load("asm.js");
  return loadPyodide({
    createPyodideModule,
    indexURL: nowhere,
    packageBaseUrl: nowhere,
    lockFileContents: JSON.parse(texts["lock.json"]),
    env: { HOME: home, MPLBACKEND: "agg" },
    stdin: () => null,
    jsglobals: Object.create(null),
  });
}

function writeFiles({ FS }, files) {
  for (const { name, text } of files) {
    const path = `${home}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, text);
  }
}

/** Runs code; `worker.js` calls it. */
self.run = async function run({ code, files, ...parts }, { post }) {
  const python = await loadInterpreter(parts);
  await python.loadPackagesFromImports(code, { messageCallback: () => undefined });
  writeFiles(python, files);
  const make = python.runPython(runner);
  const runCode = make((json) => post(JSON.parse(json)));
  removeGlobals();
  postMessage({ type: "started" });
  await runCode(code);
};
