// Runs Python in Pyodide, which is CPython in WebAssembly. A worker of /run/index.html; one worker per run.

/** Maximum memory of the interpreter, in bytes. */
const maxMemory = 512 * 1024 * 1024;
/** The folder of the files. */
const home = "/files";
/** An address for files that the page has passed in; nothing is requested from it. */
const nowhere = "https://files.invalid/";

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
    try {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, text);
    } catch (error) {
      // A file with the name of a folder is left out.
      console.warn(error);
    }
  }
}

/** Runs code; `worker.js` calls it. */
self.run = async ({ code, files, ...parts }, { post }) => {
  const python = await loadInterpreter(parts);
  await python.loadPackagesFromImports(code, { messageCallback: () => undefined });
  writeFiles(python, files);
  const names = python.toPy({ emit: (json) => post(JSON.parse(json)), __name__: "runner" });
  python.runPython(parts.texts["runner.py"], { globals: names, filename: "runner.py" });
  const runCode = names.get("run");
  removeGlobals();
  postMessage({ type: "started" });
  await runCode(code);
};
