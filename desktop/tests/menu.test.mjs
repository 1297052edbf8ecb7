import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fieldNamed, newHome, openWindow, removeHome, until } from "./window.mjs";

const home = newHome();
let window;

before(async () => {
  window = await openWindow(home);
  await window.shows("How can I help you?");
});

after(async () => {
  await window?.close();
  removeHome(home);
});

const xdotool = (...args) => spawnSync("xdotool", args, { encoding: "utf8" }).stdout.trim();
const height = () => window.run(() => innerHeight);
const settings = () => JSON.parse(readFileSync(join(home, "config", "app.parley.desktop", "shell.json"), "utf8"));

/** Presses keys in the window. Without a window manager, another window may have kept the focus. */
function pressKeys(...keys) {
  const id = xdotool("search", "--onlyvisible", "--name", "^Parley$").split("\n")[0];
  xdotool("windowfocus", "--sync", id, "key", ...keys);
}

/** Longest time until something has happened after a key, in milliseconds. A key that toggles must not come twice. */
const effectMs = 5000;

/** Presses keys until something has happened: a page that is loading ignores them. */
async function press(keys, what, check) {
  await until(what, async () => {
    pressKeys(keys);
    const end = Date.now() + effectMs;
    while (Date.now() < end) {
      if (await check().catch(() => false)) return true;
      await delay(50);
    }
    return false;
  });
}

test("the menu bar is hidden until F10 shows it, and the next start remembers it", async () => {
  const whole = await height();
  await press("F10", "the menu bar", async () => (await height()) < whole);
  assert.equal(settings().menu, true);
  if (process.env.DESKTOP_SHOTS) {
    xdotool("key", "F10");
    spawnSync("import", ["-window", "root", join(process.env.DESKTOP_SHOTS, "menu.png")]);
    xdotool("key", "Escape");
  }
  await window.close();
  window = await openWindow(home);
  await until("the menu bar", async () => (await height()) < whole);
});

test("a shortcut of the menu runs once in the page", async () => {
  const count = () => window.run(() => document.querySelectorAll("dialog[open]").length);
  await press("ctrl+slash", "the shortcuts", async () => (await count()) > 0);
  await window.shows("Keyboard shortcuts");
  assert.equal(await count(), 1);
  await window.run(() =>
    document.querySelector("dialog[open]").dispatchEvent(new Event("cancel", { cancelable: true })),
  );
  await until("no dialog", async () => (await count()) === 0);
});

test("the keys for editing still work in the message box", async () => {
  await window.type("copied text", fieldNamed, "Message");
  const text = () => window.run(() => document.querySelector("[data-chat-screen] textarea").value);
  pressKeys("ctrl+a", "ctrl+c", "End", "ctrl+v");
  await until("the text twice", async () => (await text()) === "copied textcopied text");
});

test("the entry that hides the menu bar gives its space back to the page", async () => {
  const shown = await height();
  await window.run(() => window.__TAURI_INTERNALS__.invoke("menu_toggle"));
  await until("no menu bar", async () => (await height()) > shown);
  assert.equal(settings().menu, false);
});
