// Runs JavaScript in QuickJS, a separate engine in WebAssembly: the code reaches nothing of the browser. A worker
// of /run/index.html; one worker per run.

/** Limits of the engine, in bytes. */
const maxMemory = 128 * 1024 * 1024;
const maxStack = 256 * 1024;

/** Evaluated in the engine before the code: the functions that it may use. */
function prelude(emit, names, read, now) {
  const quote = JSON.stringify;
  const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);

  function entries(value, depth, seen) {
    const inner = (each) => format(each, depth + 1, seen);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return ["[", [...value].slice(0, 200).map(inner), "]"];
    if (value instanceof Map)
      return [`Map(${value.size}) {`, [...value].map(([a, b]) => `${inner(a)} => ${inner(b)}`), "}"];
    if (value instanceof Set) return [`Set(${value.size}) {`, [...value].map(inner), "}"];
    const name = value.constructor?.name;
    const keys = Object.keys(value).map((key) => `${/^[\w$]+$/.test(key) ? key : quote(key)}: ${inner(value[key])}`);
    return [name && name !== "Object" ? `${name} {` : "{", keys, "}"];
  }

  function format(value, depth = 0, seen = []) {
    if (typeof value === "string") return depth === 0 ? value : quote(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return `[Function: ${value.name || "anonymous"}]`;
    if (typeof value !== "object" || value === null) return String(value);
    if (value instanceof Error) return value.stack ? `${value}\n${value.stack}`.trimEnd() : String(value);
    if (value instanceof Date || value instanceof RegExp)
      return String(value instanceof Date ? value.toISOString() : value);
    if (seen.includes(value)) return "[Circular]";
    if (depth > 4) return `[${tag(value)}]`;
    const [open, parts, close] = entries(value, depth, [...seen, value]);
    const line = parts.join(", ");
    if (line.length <= 76)
      return open === "[" ? `[${line}]` : parts.length ? `${open} ${line} ${close}` : `${open}${close}`;
    const indent = "  ".repeat(depth + 1);
    return `${open}\n${parts.map((part) => indent + part).join(",\n")}\n${"  ".repeat(depth)}${close}`;
  }

  /** Returns rows as a table; undefined for other values. */
  function tableOf(rows) {
    if (!Array.isArray(rows) || rows.length === 0) return undefined;
    const isRecord = (row) => tag(row) === "Object";
    const cell = (value) => (value === undefined ? "" : format(value));
    if (rows.every(Array.isArray)) {
      const width = Math.max(...rows.map((row) => row.length));
      const columns = Array.from({ length: width }, (_, index) => String(index));
      return { columns, rows: rows.map((row) => columns.map((_, index) => cell(row[index]))) };
    }
    if (!rows.every(isRecord)) return undefined;
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return { columns, rows: rows.map((row) => columns.map((key) => cell(row[key]))) };
  }

  function pictureOf(value) {
    if (typeof value !== "string") return undefined;
    if (/^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/.test(value)) return { media: "image/svg+xml", text: value };
    const [, base64] = /^data:image\/png;base64,([\w+/=]+)$/.exec(value) ?? [];
    return base64 && { media: "image/png", base64 };
  }

  const send = (item) => emit(quote(item));
  const print = (...values) => send({ type: "text", text: `${values.map((each) => format(each)).join(" ")}\n` });

  function show(value) {
    const picture = pictureOf(value);
    const table = tableOf(value);
    if (picture) send({ type: "picture", ...picture });
    else if (table) send({ type: "table", ...table });
    else print(value);
  }

  const timers = new Map();
  let lastTimer = 0;
  const setTimer =
    (period) =>
    (call, wait = 0, ...values) => {
      const ms = Math.max(1, Number(wait) || 0);
      timers.set(++lastTimer, { due: now() + ms, call: () => call(...values), ms: period ? ms : undefined });
      return lastTimer;
    };
  const clearTimer = (id) => void timers.delete(id);

  Object.assign(globalThis, {
    console: {
      log: print,
      info: print,
      debug: print,
      warn: print,
      error: print,
      dir: print,
      assert: (is, ...rest) => is || print("Assertion failed:", ...rest),
      table: (rows) => {
        const table = tableOf(rows);
        if (table) send({ type: "table", ...table });
        else print(rows);
      },
    },
    print,
    show,
    files: names,
    readFile: (name) => {
      const text = read(String(name));
      if (text === undefined) throw new Error(`No file ${quote(String(name))}. Files: ${names.join(", ") || "none"}`);
      return text;
    },
    setTimeout: setTimer(false),
    setInterval: setTimer(true),
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
    queueMicrotask: (call) => void Promise.resolve().then(call),
    structuredClone: (value) => JSON.parse(quote(value)),
  });

  return {
    /** Shows the value of the last statement. */
    showValue(value) {
      if (value === undefined) return;
      if (pictureOf(value) || tableOf(value)) return show(value);
      send({ type: "value", text: typeof value === "string" ? quote(value) : format(value) });
    },
    showError: (error) =>
      send({
        type: "error",
        text: error instanceof Error ? `${error}\n${error.stack ?? ""}`.trimEnd() : `Uncaught ${format(error, 1)}`,
      }),
    /** Runs the next timer if it is due; returns the milliseconds until then, or -1 without timers. */
    nextTimer() {
      const [id, timer] = [...timers].sort(([, a], [, b]) => a.due - b.due)[0] ?? [];
      if (!timer) return -1;
      const rest = timer.due - now();
      if (rest > 0) return rest;
      if (timer.ms === undefined) timers.delete(id);
      else timer.due = now() + timer.ms;
      timer.call();
      return 0;
    },
  };
}

/** Loads the engine from the files that the page passed in. */
async function loadEngine({ module, texts }) {
  const load = (name) => import(URL.createObjectURL(new Blob([texts[name]], { type: "text/javascript" })));
  const [{ default: core }, ffi, loader] = await Promise.all(["core.js", "ffi.js", "module.js"].map(load));
  const files = { type: "sync", importFFI: async () => ffi.QuickJSFFI, importModuleLoader: async () => loader.default };
  return core.newQuickJSWASMModuleFromVariant(core.newVariant(files, { wasmModule: module }));
}

/** Returns a context with the functions of the prelude, as handles. */
function createContext(engine, { files, post }) {
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(maxMemory);
  runtime.setMaxStackSize(maxStack);
  const context = runtime.newContext();
  const emit = context.newFunction("emit", (json) => void post(JSON.parse(context.getString(json))));
  const byName = new Map(files.map(({ name, text }) => [name, text]));
  const read = context.newFunction("read", (name) => {
    const text = byName.get(context.getString(name));
    return text === undefined ? context.undefined : context.newString(text);
  });
  const now = context.newFunction("now", () => context.newNumber(Date.now()));
  const make = context.unwrapResult(context.evalCode(`(${prelude})`, "prelude.js"));
  const names = context.unwrapResult(context.evalCode(`(${JSON.stringify([...byName.keys()])})`));
  const tools = context.unwrapResult(context.callFunction(make, context.undefined, emit, names, read, now));
  return { runtime, context, tool: (name) => context.getProp(tools, name) };
}

/** Compiles the code as a script, or as a module if it uses `await` outside functions. */
function evaluate(context, code) {
  const name = "code.js";
  const checked = context.evalCode(code, name, { type: "global", compileOnly: true });
  const isModule = checked.error !== undefined && /\b(await|import|export)\b/.test(code);
  checked.dispose();
  return { isModule, result: context.evalCode(code, name, { type: isModule ? "module" : "global" }) };
}

/** Runs code; `worker.js` calls it. */
self.run = async function run({ code, files, ...parts }, { post, flush }) {
  const { runtime, context, tool } = createContext(await loadEngine(parts), { files, post });
  const call = (name, ...values) => context.callFunction(tool(name), context.undefined, ...values);
  /** Runs promises and timers until nothing is left; returns the first error of a timer. */
  const settle = async () => {
    for (;;) {
      const jobs = runtime.executePendingJobs();
      if (jobs.error) return jobs.error;
      const next = call("nextTimer");
      if (next.error) return next.error;
      const rest = context.getNumber(next.value);
      if (rest < 0) return undefined;
      flush();
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  };

  postMessage({ type: "started" });
  const { isModule, result } = evaluate(context, code);
  let error = result.error ?? (await settle());
  if (!error) {
    const state = context.getPromiseState(result.value);
    if (state.type === "rejected") error = state.error;
    else if (state.type === "fulfilled" && !isModule) error = call("showValue", state.value).error;
  }
  if (error) call("showError", error);
};
