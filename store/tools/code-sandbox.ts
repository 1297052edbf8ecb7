import { basePath } from "@/lib/platform/build-info";
import {
  type CodeItem,
  type CodeLanguage,
  type CodeOutcome,
  type CodeRequest,
  readCodeMessage,
  withItem,
} from "@/lib/tools/app/code-run";
import { type CodePackages, fetchFile, loadPythonPackages, noPackages } from "@/store/tools/code-packages";

/** Time limits of a run, of the start of its engine, and of an unused sandbox, in milliseconds. */
const limits = { run: 10_000, start: 60_000, unused: 120_000 };

/** The files of an engine below `/run/`; the texts and data by the names that its worker uses. */
interface Engine {
  /** Parts of the worker's script, in order. */
  readonly script: readonly string[];
  readonly wasm: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, string>>;
}

const engines: Readonly<Record<CodeLanguage, Engine>> = {
  javascript: {
    script: ["worker.js", "javascript.js"],
    wasm: "quickjs/quickjs.wasm",
    texts: {
      "prelude.js": "prelude.js",
      "core.js": "quickjs/core.js",
      "ffi.js": "quickjs/ffi.js",
      "module.js": "quickjs/module.js",
    },
    data: {},
  },
  python: {
    script: ["worker.js", "python.js"],
    wasm: "pyodide/pyodide.asm.wasm",
    texts: {
      "runner.py": "runner.py",
      "pyodide.js": "pyodide/pyodide.mjs",
      "asm.js": "pyodide/pyodide.asm.mjs",
    },
    data: { "stdlib.zip": "pyodide/python_stdlib.zip" },
  },
};

/** A hidden frame with an opaque origin, and the engines that it has with their packages. */
interface Sandbox {
  readonly frame: HTMLIFrameElement;
  readonly loaded: Map<CodeLanguage, CodePackages>;
}

/** Inputs of a run besides the code. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** Receives all that the code has shown so far, when it starts and with each change. */
  readonly onItems?: (items: readonly CodeItem[]) => void;
}

let opening: Promise<Sandbox> | null = null;
let last: Promise<unknown> = Promise.resolve();
let removal: ReturnType<typeof setTimeout> | undefined;
let runs = 0;

/**
 * Runs code in the sandbox, one run at a time (docs/decisions/0062). The files of the engine are fetched at the first run
 * of its language. Never throws.
 */
export function runCode(request: CodeRequest, options: RunOptions): Promise<CodeOutcome> {
  const run = last.then(() => runNow(request, options));
  last = run;
  return Promise.race([run, aborted(options.signal)]);
}

/** Resolves when the signal is aborted while the run still waits for others. */
function aborted(signal: AbortSignal): Promise<CodeOutcome> {
  return new Promise((resolve) => {
    const end = () => setTimeout(() => resolve({ items: [], problem: "stopped" }));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

async function runNow(request: CodeRequest, options: RunOptions): Promise<CodeOutcome> {
  const { signal } = options;
  if (signal.aborted) return { items: [], problem: "stopped" };
  clearTimeout(removal);
  try {
    opening ??= openSandbox();
    const sandbox = await opening;
    await loadEngine(sandbox, request.language, signal);
    return await runIn(sandbox, request, options);
  } catch (thrown) {
    if (!signal.aborted) console.warn("Could not load the files of an engine", thrown);
    return { items: [], problem: signal.aborted ? "stopped" : "network" };
  } finally {
    removal = setTimeout(removeSandbox, limits.unused);
  }
}

function openSandbox(): Promise<Sandbox> {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.src = `${basePath}/run/index.html`;
  frame.hidden = true;
  frame.referrerPolicy = "no-referrer";
  return new Promise((resolve) => {
    frame.addEventListener("load", () => resolve({ frame, loaded: new Map() }), { once: true });
    document.body.append(frame);
  });
}

function removeSandbox(): void {
  const removed = opening;
  opening = null;
  void removed?.then(({ frame }) => frame.remove());
}

/** Passes the files of an engine to the frame, which has no network. */
async function loadEngine({ frame, loaded }: Sandbox, language: CodeLanguage, signal: AbortSignal): Promise<void> {
  if (loaded.has(language)) return;
  const { script, wasm, texts, data } = engines[language];
  const text = async (path: string) => (await fetchFile(`${basePath}/run/${path}`, signal)).text();
  const bytes = async (path: string) => (await fetchFile(`${basePath}/run/${path}`, signal)).arrayBuffer();
  const [packages, scripts, wasmBytes, textByName, dataByName] = await Promise.all([
    language === "python" ? loadPythonPackages(signal) : noPackages,
    Promise.all(script.map(text)),
    bytes(wasm),
    mapValues(texts, text),
    mapValues(data, bytes),
  ]);
  const message = {
    type: "load",
    language,
    script: scripts.join("\n"),
    wasm: wasmBytes,
    texts: { ...textByName, "lock.json": packages.list },
    data: dataByName,
  };
  // A frame with an opaque origin can only be addressed with the target `*`.
  frame.contentWindow?.postMessage(message, "*", [wasmBytes, ...Object.values(dataByName)]);
  loaded.set(language, packages);
}

async function mapValues<Value>(
  record: Readonly<Record<string, string>>,
  load: (path: string) => Promise<Value>,
): Promise<Record<string, Value>> {
  const entries = Object.entries(record).map(
    async ([name, path]): Promise<[string, Value]> => [name, await load(path)],
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** Runs code in the frame. Its messages are untrusted: only bounded texts, tables and pictures are read from them. */
function runIn(
  { frame, loaded }: Sandbox,
  request: CodeRequest,
  { signal, onItems }: RunOptions,
): Promise<CodeOutcome> {
  const id = ++runs;
  let items: readonly CodeItem[] = [];
  let hasStarted = false;
  return new Promise((resolve) => {
    let timer = setTimeout(() => {
      removeSandbox();
      settle("crashed");
    }, limits.start);
    const stop = () => end("stopped");
    signal.addEventListener("abort", stop, { once: true });
    window.addEventListener("message", onMessage);
    frame.contentWindow?.postMessage({ type: "run", id, ...request }, "*");

    function onMessage({ source, data }: MessageEvent) {
      if (source !== frame.contentWindow || data?.id !== id) return;
      const message = readCodeMessage(data);
      if (message?.type === "end") return settle(message.hasCrashed ? "crashed" : undefined);
      if (message?.type === "started") {
        if (hasStarted) return end("crashed");
        hasStarted = true;
        clearTimeout(timer);
        timer = setTimeout(() => end("timeout"), limits.run);
      } else if (message?.type === "file") {
        // Code that runs has no way to more files.
        if (hasStarted) return end("crashed");
        void sendFile(message.name);
      } else if (message) {
        items = withItem(items, message.item);
      }
      onItems?.(items);
    }
    async function sendFile(name: string) {
      const bytes = (await loaded.get(request.language)?.fetchFile(name, signal)) ?? new ArrayBuffer(0);
      frame.contentWindow?.postMessage({ type: "file", name, bytes }, "*", [bytes]);
    }
    /** Ends the worker as well. */
    function end(problem: CodeOutcome["problem"]) {
      frame.contentWindow?.postMessage({ type: "stop" }, "*");
      settle(problem);
    }
    function settle(problem: CodeOutcome["problem"]) {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      window.removeEventListener("message", onMessage);
      resolve({ items, ...(problem && { problem }) });
    }
  });
}
