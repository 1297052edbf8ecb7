import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newOperator, startUpdateServer } from "./update-server.mjs";
import { buttonNamed, newHome, openWindow, removeHome, until } from "./window.mjs";

const present = JSON.parse(readFileSync("package.json", "utf8")).version;
const home = newHome();
const appImage = join(home, "Parley.AppImage");
const started = join(home, "started");
const operator = newOperator();
let server;
let window;
let update;

before(async () => {
  server = await startUpdateServer();
  // Tauri updates an AppImage by replacing its file, which needs no rights of the system.
  writeFileSync(appImage, "the former app", { mode: 0o755 });
  update = packed(`#!/bin/sh\necho started > "${started}"\n`);
  window = await openWindow(home, { ...updater(), APPIMAGE: appImage });
});

after(async () => {
  await window?.close();
  server?.close();
  removeHome(home);
});

function updater() {
  const config = { pubkey: operator.publicKey, endpoints: [`${server.url}/release`] };
  return { DESKTOP_UPDATER: JSON.stringify(config) };
}

/** Returns an update: an archive with the next AppImage. */
function packed(program) {
  const folder = join(home, "packed");
  mkdirSync(folder);
  writeFileSync(join(folder, "Parley.AppImage"), program, { mode: 0o755 });
  return execFileSync("tar", ["-czC", folder, "Parley.AppImage"]);
}

function offer(version, signature, { content = update, isCut = false } = {}) {
  Object.assign(server.offer, { version, signature, content, isCut });
}

async function checkAgain() {
  await window.click(buttonNamed, "Check again");
}

/** Installs what is offered, as the user does. */
async function install(newer) {
  await checkAgain();
  await window.shows(`${present} (${newer} is available)`);
  await window.click(buttonNamed, "Install");
  await window.shows(`Install ${newer} and restart the app?`);
  await window.click(buttonNamed, "Install and restart");
}

/** The reason that the row shows after an update could not be installed. It runs in the page. */
function shownFailure() {
  const texts = [...document.querySelectorAll("[role=alert]")].map((each) => each.textContent);
  return texts.find((text) => text.startsWith("The update couldn’t be installed: "));
}

test("an older or equal version is no update, and a check that fails is reported @D12.13", async () => {
  await window.goTo("tauri://localhost/settings/#version");
  for (const version of ["0.0.1", present]) {
    offer(version, operator.sign(update, version));
    await checkAgain();
    await window.shows(`${present}, up to date`);
  }
  offer("no version", "");
  await checkAgain();
  await window.shows("Couldn’t check for updates.");
  assert.equal(server.downloads(), 0);
});

test("an unsigned, forged, renamed, changed or cut off update is refused with the reason @D12.13", async () => {
  const changed = Buffer.from(update);
  changed[changed.length - 1] ^= 1;
  const good = operator.sign(update, "9.0.0");
  const refused = [
    ["unsigned", "", {}],
    ["forged", newOperator().sign(update, "9.0.0"), {}],
    ["an older one under a newer number", operator.sign(update, "0.0.1"), {}],
    ["changed", good, { content: changed }],
    ["shorter", good, { content: update.subarray(0, -1) }],
    ["cut off", good, { isCut: true }],
  ];
  for (const [index, [name, signature, how]] of refused.entries()) {
    await window.goTo("tauri://localhost/settings/#version");
    offer("9.0.0", signature, how);
    await install("9.0.0");
    const reason = await until(`a refusal of ${name}`, () => window.run(shownFailure));
    assert.match(reason, /: .{8}/, name);
    assert.equal(server.downloads(), index + 1, name);
    assert.equal(readFileSync(appImage, "utf8"), "the former app", name);
  }
  assert.equal(existsSync(started), false);
});

test("a signed newer version replaces the app, which starts again and reports it once", async () => {
  await window.goTo("tauri://localhost/settings/#version");
  offer("9.0.0", operator.sign(update, "9.0.0"));
  await install("9.0.0");
  await until("the start of the update", () => existsSync(started));
  assert.match(readFileSync(appImage, "utf8"), /^#!\/bin\/sh/);
  const file = join(home, "config", "app.parley.desktop", "shell.json");
  const settings = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(settings.installed, "9.0.0");
  await window.close();
  // The next start is of the installed version, which here is the program under test.
  writeFileSync(file, JSON.stringify({ ...settings, installed: present }));
  window = await openWindow(home, updater());
  await window.shows(`Updated to ${present}`);
  assert.equal(JSON.parse(readFileSync(file, "utf8")).installed, "");
});
