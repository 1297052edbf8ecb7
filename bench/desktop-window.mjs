import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { newHome, openWindow, removeHome } from "../desktop/tests/window.mjs";

// Measures the window of the desktop app, and writes the figures to the file that the argument names.
const runs = 5;
const tokens = 1000;
const pauseMs = 5;

const home = newHome();
try {
  // The first start creates the profile and the key in the keychain.
  await startOnce();
  const starts = [];
  for (let run = 0; run < runs; run++) starts.push(await startOnce());
  const window = await openWindow(home);
  await readyAt(window);
  await delay(5000);
  const megabytes = proportionalMegabytes(window.appId());
  const delays = await tokenDelays(window);
  await window.close();
  writeFileSync(process.argv[2], JSON.stringify({ starts, megabytes, delays }));
} finally {
  removeHome(home);
}
// A connection to the window may still be open.
process.exit();

/** Starts the app and ends it. Returns the time until its message box was usable, in milliseconds. */
async function startOnce() {
  let asked = 0;
  const window = await openWindow(home, {}, [], () => {
    asked = Date.now();
  });
  const ready = await readyAt(window);
  await window.close();
  // The profile is still written for a moment.
  await delay(1000);
  return ready - asked;
}

/** Returns when the message box was usable, in milliseconds since the epoch. */
async function readyAt(window) {
  await window.elementOf(() => performance.getEntriesByName("screen-ready").length > 0 && document.body, "the screen");
  // Not by the page's time origin: its clock is another one.
  return window.run(() => {
    const { startTime } = performance.getEntriesByName("screen-ready")[0];
    return Date.now() - (performance.now() - startTime);
  });
}

/** Returns the memory of a process and its descendants; what several share counts in parts. */
function proportionalMegabytes(id) {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = table.match(/\S.*/g).map((row) => row.split(/\s+/));
  const family = new Set([String(id)]);
  // Iterating over a set includes members that are added meanwhile.
  for (const member of family) for (const [child, parent] of processes) if (parent === member) family.add(child);
  const kilobytes = [...family].map((member) => {
    const [, pss] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${member}/smaps_rollup`, "utf8")) ?? [];
    return Number(pss);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000;
}

/** Streams tokens that contain their time. Returns how long each took to the page, in milliseconds. */
async function tokenDelays(window) {
  const server = createServer(async (_request, response) => {
    for (let count = 0; count < tokens; count++) {
      response.write(`${Date.now()}\n`);
      await delay(pauseMs);
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const delays = await window.run(readTokens, `http://127.0.0.1:${server.address().port}/`);
  server.close();
  return delays;
}

/** Reads a response of times like the app does, through the shell. It runs in the page. */
async function readTokens(url) {
  const { invoke } = window.__TAURI_INTERNALS__;
  const id = 4_000_001;
  const text = new TextEncoder().encode(JSON.stringify({ id, method: "GET", url, headers: {}, redirect: "error" }));
  const framed = new Uint8Array(4 + text.length);
  new DataView(framed.buffer).setUint32(0, text.length, true);
  framed.set(text, 4);
  await invoke("http_send", framed);
  const delays = [];
  let rest = "";
  for (;;) {
    const bytes = await invoke("http_read", { id });
    if (bytes.byteLength === 0) return delays;
    const now = Date.now();
    const lines = (rest + new TextDecoder().decode(bytes)).split("\n");
    rest = lines.pop();
    for (const line of lines) delays.push(now - Number(line));
  }
}
