import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newHome, openWindow, removeHome, until } from "./window.mjs";

const home = newHome();
const file = join(home, "config", "app.parley.desktop", "shell.json");
let window;

before(async () => {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, JSON.stringify({ shortcut: "Control+Alt+KeyT" }));
  window = await openWindow(home);
  // From now on the settings of the shell cannot be stored, also not by root.
  rmSync(file);
  mkdirSync(join(file, "in the way"), { recursive: true });
});

after(async () => {
  await window?.close();
  removeHome(home);
});

const xdotool = (...args) => spawnSync("xdotool", args, { encoding: "utf8" }).stdout.trim();

const invoke = (command, args) =>
  window.run(
    (name, given) => window.__TAURI_INTERNALS__.invoke(name, given).catch((refusal) => ({ refusal })),
    command,
    args,
  );

test("the settings still show the state of the shell", async () => {
  await window.goTo("tauri://localhost/settings/#shortcut");
  await window.shows("Ctrl Alt T");
  const state = await invoke("system_state", { language: "de" });
  assert.equal(state.shortcut, "Control+Alt+KeyT");
});

test("a shortcut that cannot be stored leaves the former one", async () => {
  const { refusal } = await invoke("system_change", { change: { shortcut: "Control+Alt+KeyN" } });
  assert.equal(refusal.kind, "failed");
  xdotool("key", "ctrl+alt+t");
  await until("a new chat", () => window.run(() => !location.pathname.startsWith("/settings")).catch(() => false));
  const state = await invoke("system_state", { language: "de" });
  assert.equal(state.shortcut, "Control+Alt+KeyT");
});

test("the window still zooms", async () => {
  const width = () => window.run(() => innerWidth);
  const normal = await width();
  assert.equal(await invoke("zoom", { steps: 2 }), null);
  await until("a larger page", async () => Math.round((normal / (await width())) * 100) === 125);
});
