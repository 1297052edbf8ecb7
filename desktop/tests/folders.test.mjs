import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startProvider } from "./mock-provider.mjs";
import {
  applyProvider,
  buttonNamed,
  environmentOf,
  fieldNamed,
  newHome,
  openWindow,
  removeHome,
  until,
} from "./window.mjs";

const key = "sk-of-the-folders-0815";
const title = "^Choose a folder$";
const home = newHome();
const [copies, notes, elsewhere] = ["Copies", "Notes", "elsewhere"].map((name) => join(home, name));
let manager;
let provider;
let window;

before(async () => {
  for (const folder of [copies, notes, elsewhere]) mkdirSync(folder);
  // Keys reach a dialog only through a manager of windows.
  manager = spawn("openbox", [], { env: environmentOf(home), stdio: "ignore" });
  manager.unref();
  provider = await startProvider();
  window = await openWindow(home);
});

after(async () => {
  await window?.close();
  manager?.kill("SIGKILL");
  provider?.close();
  removeHome(home);
});

function xdotool(...args) {
  return spawnSync("xdotool", args, { encoding: "utf8" }).stdout.trim();
}

/** Enters a path in the system's dialog for folders; without one, closes the dialog. */
async function answerDialog(path) {
  const search = () => xdotool("search", "--onlyvisible", "--name", title).split("\n").at(-1);
  const id = await until("the dialog for a folder", search);
  await delay(500);
  const file = process.env.DESKTOP_SHOTS && join(process.env.DESKTOP_SHOTS, "folder.png");
  if (file) spawnSync("import", ["-window", "root", file]);
  xdotool("windowfocus", "--sync", id);
  if (path) {
    xdotool("key", "ctrl+l");
    await delay(300);
    xdotool("type", path);
    await delay(300);
  }
  await until("the dialog to close", async () => {
    xdotool("key", path ? "Return" : "Escape");
    // A key that comes too late would reach the window of the app.
    for (const end = Date.now() + 5000; Date.now() < end; await delay(100)) if (search() === "") return true;
    return false;
  });
}

/** Calls a command of the shell. Returns its value, or the kind of its refusal. */
const ask = (command, args) =>
  window.run(
    (command, args) =>
      window.__TAURI_INTERNALS__.invoke(command, args).then(
        () => "done",
        ({ kind }) => kind,
      ),
    command,
    args,
  );

/** Asks the shell to write a file, as the page does. */
const write = (headers) =>
  window.run(
    (headers) =>
      window.__TAURI_INTERNALS__.invoke("folder_write", new Uint8Array([1]), { headers }).then(
        () => "done",
        ({ kind }) => kind,
      ),
    headers,
  );

/** Presses a button of the top dialog, or of the page. The settings may still scroll, so that a pointer would miss it. */
async function press(name) {
  const find = (name) => {
    const scope = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const button = [...scope.querySelectorAll("button")].find((each) => each.textContent.trim() === name);
    if (!button || button.disabled || button.getAttribute("aria-disabled") === "true") return false;
    button.click();
    return true;
  };
  await until(name, () => window.run(find, name));
}

/** Chooses a place for the sync. It runs in the page. */
function chooseLocation(name) {
  const list = [...document.querySelectorAll("dialog select")].find((each) =>
    [...each.options].some(({ text }) => text === name),
  );
  if (!list) return undefined;
  list.value = [...list.options].find(({ text }) => text === name).value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

/** Turns off the encryption of the sync, so that the test can read its files. It runs in the page. */
function turnOffEncryption() {
  const row = [...document.querySelectorAll("dialog label")].find((each) =>
    each.textContent.startsWith("End-to-end encryption"),
  );
  const box = row?.querySelector("input");
  if (box?.checked) box.click();
  return box?.checked === false;
}

test("a folder for backups is chosen in a dialog of the system, which can be closed", async () => {
  await applyProvider(window, { key, url: provider.url });
  await window.type("Good morning", fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
  await window.shows("Hello from the provider.");
  await window.goTo("tauri://localhost/settings/#folder");
  await press("Choose folder…");
  await answerDialog();
  await window.shows("A daily backup, without API keys");
  await press("Choose folder…");
  await answerDialog(copies);
  await window.shows("A daily backup to Copies, without API keys");
});

test("the next start writes the daily backup there, without keys", async () => {
  await window.close();
  await delay(500);
  window = await openWindow(home);
  // A file that is being written has another name.
  const written = () => readdirSync(copies).filter((name) => name.endsWith(".json"));
  const [name] = await until("the backup", () => written().length === 1 && written());
  assert.match(name, /^Parley-copy-\d{4}-\d\d-\d\d\.json$/);
  const text = readFileSync(join(copies, name), "utf8");
  assert.match(text, /Good morning/);
  assert.ok(!text.includes(key));
  await window.goTo("tauri://localhost/settings/#folder");
  await window.shows("A daily backup to Copies, without API keys");
});

test("chats are synced to a folder, and a folder that is gone or a link is reported", async () => {
  await window.goTo("tauri://localhost/settings/#sync");
  await press("Set up…");
  await until("the choice of a folder", () => window.run(chooseLocation, "Folder on this computer"));
  await press("Choose folder…");
  await answerDialog(notes);
  await window.shows("Notes");
  await until("readable files", () => window.run(turnOffEncryption));
  await press("Check");
  await window.shows("Connected.");
  await press("Done");
  await press("Sync now");
  await window.shows("Sync succeeded.");
  const place = join(notes, "chatgpt-next-web");
  assert.match(readFileSync(join(place, "backup.json"), "utf8"), /Good morning/);
  assert.deepEqual(readdirSync(notes), ["chatgpt-next-web"]);
  renameSync(notes, join(home, "moved"));
  await press("Sync now");
  await window.shows("The folder can’t be found.");
  symlinkSync(elsewhere, notes);
  await press("Sync now");
  await window.shows("The app needs your permission for the folder.");
  assert.deepEqual(readdirSync(elsewhere), []);
});

test("the page reaches nothing that the user has not chosen @D12.17", async () => {
  const chosen = JSON.parse(readFileSync(join(home, "config", "app.parley.desktop", "folders.json"), "utf8"));
  const { id } = chosen.copies;
  const secret = join(home, "secret.json");
  writeFileSync(secret, "{}");
  symlinkSync(secret, join(copies, "backup.json"));
  const missing = `parley-${"0".repeat(32)}`;
  const reads = { "../secret.json": "closed", [secret]: "closed", "backup.json": "closed", [missing]: "missing" };
  for (const [name, kind] of Object.entries(reads))
    assert.equal(await ask("folder_read", { id, inside: "", name }), kind, name);
  assert.equal(await ask("folder_read", { id: home, inside: "", name: "secret.json" }), "closed");
  assert.equal(await ask("folder_list", { id, inside: ".." }), "closed");
  assert.equal(await write({ id, inside: "..", name: "backup.json" }), "closed");
  assert.equal(await write({ id, inside: "", name: encodeURIComponent("../backup.json") }), "closed");
  assert.equal(await write({ id, inside: "", name: "backup.json" }), "closed");
  assert.equal(await write({ id, inside: "", name: "run.sh" }), "closed");
  assert.equal(await write({ id, inside: "", name: "notes.json" }), "closed");
  assert.equal(await write({ id, inside: "", name: missing }), "done");
  assert.equal(readFileSync(secret, "utf8"), "{}");
});
