// The functions that JavaScript code can use. QuickJS evaluates this module before the code, which does not see its names.

const quote = JSON.stringify;
const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** Maximum number of elements of a list that are printed. */
const maxElements = 200;
/** Maximum length of a printed object on one line, in characters. */
const maxLine = 76;

/** Functions of the sandbox: `emit` shows an item, `read` returns a file, `now` the time. */
let host;

/** Returns an object's brackets and its printed parts. */
function partsOf(value, depth, seen) {
  const inner = (each) => format(each, depth + 1, seen);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const parts = [...value].slice(0, maxElements).map(inner);
    return ["[", value.length > maxElements ? [...parts, `… ${value.length - maxElements} more`] : parts, "]"];
  }
  if (value instanceof Map) {
    return [`Map(${value.size}) {`, [...value].map(([key, each]) => `${inner(key)} => ${inner(each)}`), "}"];
  }
  if (value instanceof Set) return [`Set(${value.size}) {`, [...value].map(inner), "}"];
  const name = value.constructor?.name;
  const keys = Object.keys(value).map((key) => `${/^[\w$]+$/.test(key) ? key : quote(key)}: ${inner(value[key])}`);
  return [name && name !== "Object" ? `${name} {` : "{", keys, "}"];
}

/** Returns an object as text, on one line if it is short. */
function formatObject(value, depth, seen) {
  const [open, parts, close] = partsOf(value, depth, [...seen, value]);
  const line = parts.join(", ");
  if (line.length > maxLine) {
    const indent = "  ".repeat(depth);
    return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${close}`;
  }
  return open === "[" || line === "" ? `${open}${line}${close}` : `${open} ${line} ${close}`;
}

/** Returns any value as text. */
function format(value, depth = 0, seen = []) {
  if (typeof value === "string") return depth === 0 ? value : quote(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function: ${value.name || "anonymous"}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Error) return `${value}\n${value.stack ?? ""}`.trimEnd();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (seen.includes(value)) return "[Circular]";
  return depth > 4 ? `[${tag(value)}]` : formatObject(value, depth, seen);
}

/** Returns rows as a table; undefined for other values. */
function tableOf(rows) {
  if (!Array.isArray(rows) || rows.length === 0) return undefined;
  const areLists = rows.every(Array.isArray);
  if (!areLists && !rows.every((row) => tag(row) === "Object")) return undefined;
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value) => (value === undefined ? "" : format(value));
  return { type: "table", columns: keys, rows: rows.map((row) => keys.map((key) => cell(row[key]))) };
}

/** Returns SVG, or PNG in a data URL, as a picture; undefined for other values. */
function pictureOf(value) {
  if (typeof value !== "string") return undefined;
  if (/^\s*(<\?xml[^>]*>\s*)?<svg[\s>]/.test(value)) return { type: "picture", media: "image/svg+xml", text: value };
  const [, base64] = /^data:image\/png;base64,([\w+/=]+)$/.exec(value) ?? [];
  return base64 && { type: "picture", media: "image/png", base64 };
}

function send(item) {
  host.emit(quote(item));
}

function print(...values) {
  send({ type: "text", text: `${values.map((each) => format(each)).join(" ")}\n` });
}

function show(value) {
  const item = pictureOf(value) ?? tableOf(value);
  if (item) send(item);
  else print(value);
}

function table(rows) {
  const item = tableOf(rows);
  if (item) send(item);
  else print(rows);
}

const timers = new Map();
let lastTimer = 0;

function addTimer(call, wait, isRepeated) {
  const ms = Math.max(1, Number(wait) || 0);
  timers.set(++lastTimer, { due: host.now() + ms, call, ms: isRepeated ? ms : undefined });
  return lastTimer;
}

function readFile(name) {
  const text = host.read(String(name));
  const names = globalThis.files.join(", ") || "none";
  if (text === undefined) throw new Error(`No file ${quote(String(name))}. Files: ${names}`);
  return text;
}

/** Adds the functions to the global object. */
export function setUp(emit, read, now, files) {
  host = { emit, read, now };
  const assert = (isTrue, ...values) => isTrue || print("Assertion failed:", ...values);
  const console = { log: print, info: print, debug: print, warn: print, error: print, dir: print, assert, table };
  const clearTimer = (id) => void timers.delete(id);
  Object.assign(globalThis, {
    ...{ console, print, show, files, readFile },
    setTimeout: (call, wait, ...values) => addTimer(() => call(...values), wait, false),
    setInterval: (call, wait, ...values) => addTimer(() => call(...values), wait, true),
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
    structuredClone: (value) => JSON.parse(quote(value)),
    queueMicrotask: (call) => void Promise.resolve().then(call),
  });
}

/** Shows the value of the last expression. */
export function showValue(value) {
  if (value === undefined) return;
  const item = pictureOf(value) ?? tableOf(value);
  send(item ?? { type: "value", text: typeof value === "string" ? quote(value) : format(value) });
}

export function showError(error) {
  send({ type: "error", text: error instanceof Error ? format(error) : `Uncaught ${format(error, 1)}` });
}

/** Runs the next timer if it is due; returns the milliseconds until then, or -1 without timers. */
export function nextTimer() {
  const [id, timer] = [...timers].sort(([, one], [, other]) => one.due - other.due)[0] ?? [];
  if (!timer) return -1;
  const rest = timer.due - host.now();
  if (rest > 0) return rest;
  if (timer.ms === undefined) timers.delete(id);
  else timer.due = host.now() + timer.ms;
  timer.call();
  return 0;
}
