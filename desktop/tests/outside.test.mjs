import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { binary, environmentOf, newHome, openWindow, removeHome, until } from "./window.mjs";

const home = newHome();
const entry = join(home, "config", "autostart", "app.parley.desktop.desktop");
const started = [];
let window;

before(async () => {
  // Only a manager of windows can ask one to close.
  start("openbox");
  window = await openWindow(home);
});

after(async () => {
  await window?.close();
  for (const each of started) each.kill("SIGKILL");
  removeHome(home);
});

function start(command, args = [], env = environmentOf(home)) {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  child.unref();
  started.push(child);
  return child;
}

/** Returns the processes of an app and of its pages, which write to its home until they have ended. */
function processesOf(folder) {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const textOf = (pid, file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      // It has ended meanwhile.
      return "";
    }
  };
  return pids.filter((pid) => /parley|WebKit/.test(textOf(pid, "cmdline")) && textOf(pid, "environ").includes(folder));
}

function xdotool(...args) {
  return spawnSync("xdotool", args, { encoding: "utf8" }).stdout.trim();
}

/** Returns the visible windows of the app on the display. */
const windows = () =>
  xdotool("search", "--onlyvisible", "--name", "^Parley$")
    .split("\n")
    .filter((id) => id !== "");
const isHidden = () => windows().length === 0;

/** Asks the window to close, as its button does. */
const closeButton = () => spawnSync("wmctrl", ["-c", "Parley"]);

/** Asks the shell for a change, as the settings do. */
const change = (wanted) =>
  window.run(
    (change) => window.__TAURI_INTERNALS__.invoke("system_change", { change }).catch((refusal) => ({ refusal })),
    wanted,
  );

const isNewChat = () =>
  window.run(() => location.pathname === "/" || location.pathname.startsWith("/chat")).catch(() => false);

/** Starts a tray, and returns a function that clicks an entry of the app's menu in it. */
async function startTray() {
  const host = start(join(dirname(binary), "examples", "tray-host"));
  const lines = [];
  host.stdout.on("data", (bytes) => lines.push(...String(bytes).trim().split("\n")));
  await until("the tray", async () => lines.includes("ready"));
  const call = (...args) => spawnSync("gdbus", ["call", "--session", ...args], { encoding: "utf8" }).stdout;
  const item = async () => {
    const line = await until("the icon", async () => lines.findLast((each) => each.startsWith(":")));
    const [bus, path] = line.split(" ");
    return ["--dest", bus, "--object-path", `${path}/Menu`, "--method"];
  };
  return {
    host,
    async click(label) {
      const menu = await item();
      const id = await until(label, async () => {
        const layout = call(...menu, "com.canonical.dbusmenu.GetLayout", "--", "0", "-1", "[]");
        return new RegExp(`\\((\\d+), \\{[^}]*'label': <'${label}'>`).exec(layout)?.[1];
      });
      call(...menu, "com.canonical.dbusmenu.Event", id, "clicked", "<''>", "0");
    },
  };
}

/** Returns the state of the app outside its window. */
const systemState = () => window.run(() => window.__TAURI_INTERNALS__.invoke("system_state", { language: "en" }));

const trayRow = () =>
  [...document.querySelectorAll("label")]
    .find((each) => each.textContent.includes("Icon in the system tray"))
    ?.querySelector("input");

test("everything is off, and without a tray in the system its icon cannot be turned on", async () => {
  await window.goTo("tauri://localhost/settings/#tray");
  await window.shows("This desktop has no system tray");
  const { refusal } = await change({ tray: true });
  assert.deepEqual(refusal, { kind: "failed", reason: "The desktop has no tray." });
  const { startsAtLogin, hasTray, shortcut, isShortcutSupported } = await systemState();
  assert.deepEqual([startsAtLogin, hasTray, shortcut, isShortcutSupported], [false, false, "", true]);
});

test("start at login is an entry of the user in the system", async () => {
  const { startsAtLogin } = await change({ login: true });
  assert.equal(startsAtLogin, true);
  const lines = ["[Desktop Entry]", "Type=Application", "Name=Parley", `Exec="${binary}" --hidden`, "Terminal=false"];
  assert.equal(readFileSync(entry, "utf8"), `${lines.join("\n")}\n`);
  assert.equal((await change({ login: false })).startsAtLogin, false);
  assert.equal(existsSync(entry), false);
});

test("the global shortcut opens a new chat from elsewhere; keys of others and of typing are refused @D12.14", async () => {
  const other = newHome();
  mkdirSync(join(other, "config", "app.parley.desktop"), { recursive: true });
  const stored = JSON.stringify({ shortcut: "Control+Alt+KeyT" });
  writeFileSync(join(other, "config", "app.parley.desktop", "shell.json"), stored);
  // Another program with the keys: an app on a bus of its own.
  const rival = start("dbus-run-session", ["--", binary], environmentOf(other));
  await until("the other window", async () => windows().length === 2);
  assert.deepEqual((await change({ shortcut: "Control+Alt+KeyT" })).refusal, { kind: "taken" });
  spawnSync("pkill", ["-KILL", "-P", String(rival.pid)]);
  rival.kill("SIGKILL");
  await until("the end of the other app", async () => processesOf(other).length === 0);
  removeHome(other);
  for (const keys of ["KeyA", "Shift+KeyA", "nothing", "Control+KeyC", "Alt+Tab"])
    assert.deepEqual((await change({ shortcut: keys })).refusal, { kind: "invalid" }, keys);
  assert.equal((await change({ shortcut: "Control+Alt+KeyN" })).shortcut, "Control+Alt+KeyN");
  await window.goTo("tauri://localhost/settings/");
  await window.shows("Ctrl Alt N");
  // An open dialog is closed first.
  await window.run(() => dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true })));
  await window.elementOf(() => document.querySelector("dialog[open]"), "the palette");
  xdotool("key", "ctrl+alt+n");
  await until("a new chat", isNewChat);
  await until("the message box", () => window.run(() => document.activeElement?.tagName === "TEXTAREA"));
  assert.equal((await change({ shortcut: "" })).shortcut, "");
  await window.goTo("tauri://localhost/settings/");
  await window.shows("Keys for a new chat");
  xdotool("key", "ctrl+alt+n");
  await delay(1000);
  assert.equal(await isNewChat(), false);
});

test("the window zooms with the keys of a browser, and remembers it", async () => {
  const width = () => window.run(() => innerWidth);
  const normal = await width();
  const press = (keys) => xdotool("windowfocus", windows()[0], "key", keys);
  press("ctrl+plus");
  press("ctrl+plus");
  await until("a larger page", async () => Math.round((normal / (await width())) * 100) === 125);
  await window.close();
  window = await openWindow(home);
  await until("the remembered zoom", async () => Math.round((normal / (await width())) * 100) === 125);
  await window.elementOf(() => document.querySelector("[data-chat-screen] textarea"), "the message box");
  press("ctrl+minus");
  await until("a smaller page", async () => Math.round((normal / (await width())) * 100) === 110);
  press("ctrl+0");
  await until("the normal size", async () => (await width()) === normal);
});

test("with an icon in the tray, closing hides the window once told, and the menu leads back", async () => {
  const tray = await startTray();
  const notifications = start("dunst");
  const history = () => spawnSync("dunstctl", ["count", "displayed"], { encoding: "utf8" }).stdout.trim();
  await until("the service for notifications", async () => history() === "0");
  await window.goTo("tauri://localhost/settings/");
  await window.click(trayRow, "Icon in the system tray");
  // The shell adds the icon after the click; until then, closing would end the app.
  await until("the stored choice", async () => (await systemState()).hasTray);
  if (process.env.DESKTOP_SHOTS) await window.screenshot(join(process.env.DESKTOP_SHOTS, "tray.png"));
  closeButton();
  await until("a hidden window", async () => isHidden());
  await until("the notification", async () => history() === "1");
  await tray.click("Open");
  await until("the window", async () => !isHidden());
  closeButton();
  await until("a hidden window", async () => isHidden());
  await tray.click("New chat");
  await until("the window", async () => !isHidden());
  await until("a new chat", isNewChat);
  assert.equal(history(), "1");
  notifications.kill();
  closeButton();
  await until("a hidden window", async () => isHidden());
  assert.equal(spawnSync(binary, ["--hidden"], { env: environmentOf(home), timeout: 30_000 }).status, 0);
  await delay(500);
  assert.equal(isHidden(), true);
  assert.equal(spawnSync(binary, [], { env: environmentOf(home), timeout: 30_000 }).status, 0);
  await until("the window after a second start", async () => !isHidden());
  await tray.click("Quit");
  await until("the end", async () => isHidden());
  await window.close();
  // A start at login stays hidden, and the next one is not.
  window = await openWindow(home, {}, ["--hidden"]);
  await window.elementOf(() => document.querySelector("[data-chat-screen] textarea"), "the message box");
  assert.equal(isHidden(), true);
  await tray.click("Open");
  await until("the window", async () => !isHidden());
  // Without a tray there is no way back: closing ends the app.
  tray.host.kill("SIGKILL");
  await delay(500);
  closeButton();
  await until("the end", () =>
    window
      .run(() => 1)
      .then(() => false)
      .catch(() => true),
  );
});

test("a hidden window comes back when its icon is turned off", async () => {
  await window.close();
  const tray = await startTray();
  window = await openWindow(home);
  await window.elementOf(() => document.querySelector("[data-chat-screen] textarea"), "the message box");
  closeButton();
  await until("a hidden window", async () => isHidden());
  assert.equal((await change({ tray: false })).hasTray, false);
  await until("the window without an icon", async () => !isHidden());
  // Turned on again, it leads back as before.
  assert.equal((await change({ tray: true })).hasTray, true);
  closeButton();
  await until("a hidden window", async () => isHidden());
  await tray.click("Open");
  await until("the window", async () => !isHidden());
  tray.host.kill("SIGKILL");
});
