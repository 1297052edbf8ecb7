import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { binary, buttonNamed, environmentOf, newHome, openWindow, removeHome, until } from "./window.mjs";

const home = newHome();
const downloads = join(home, "Downloads");
const settings = encodeURIComponent(JSON.stringify({ key: "sk-of-a-link-0815", url: "https://api.example.com/v1" }));
let window;

before(async () => {
  mkdirSync(downloads);
  mkdirSync(join(home, "config"));
  writeFileSync(join(home, "config", "user-dirs.dirs"), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
  window = await openWindow(home, {}, [`parley://?settings=${settings}`]);
});

after(async () => {
  await window?.close();
  removeHome(home);
});

/** The title of the dialog for files: the suggested name. */
const fileTitle = "[.]json$";

function xdotool(...args) {
  return spawnSync("xdotool", args, { encoding: "utf8" }).stdout.trim();
}

async function shot(name) {
  if (process.env.DESKTOP_SHOTS) await window.screenshot(join(process.env.DESKTOP_SHOTS, `${name}.png`));
}

/** Waits for the system's dialog for files, and presses a button in it. */
async function pressInFileDialog(button) {
  const id = await until("the dialog for files", () =>
    xdotool("search", "--onlyvisible", "--name", fileTitle).split("\n").at(-1),
  );
  const file = process.env.DESKTOP_SHOTS && join(process.env.DESKTOP_SHOTS, "save.png");
  if (file) spawnSync("import", ["-window", "root", file]);
  await until("the dialog to close", async () => {
    const shape = xdotool("getwindowgeometry", "--shell", id);
    const [width, height] = ["WIDTH", "HEIGHT"].map((name) => Number(new RegExp(`${name}=(\\d+)`).exec(shape)?.[1]));
    const x = width - (button === "Save" ? 50 : 140);
    xdotool("mousemove", "--window", id, String(x), String(height - 24), "click", "1");
    await delay(500);
    return xdotool("search", "--onlyvisible", "--name", fileTitle) === "";
  });
}

test("a link starts the app, which asks before it applies anything @D12.11", async () => {
  await window.shows("api.example.com");
  assert.equal(await window.run(() => location.href), "tauri://localhost/");
  await shot("link");
  await window.click(buttonNamed, "Ignore");
});

test("a link to the running app opens its page in the same window", async () => {
  const second = spawnSync(binary, ["parley://#/settings"], { env: environmentOf(home), timeout: 30_000 });
  assert.equal(second.status, 0);
  await until("the settings", async () => /\/settings\/?$/.test(await window.url()));
});

test("a link to a shared item opens it, and shared links begin with the scheme of the app", async () => {
  const second = spawnSync(binary, ["parley://artifacts#1.c.cut"], { env: environmentOf(home), timeout: 30_000 });
  assert.equal(second.status, 0);
  await until("the page of the item", async () => /\/artifacts\/?#1\.c\.cut$/.test(await window.url()));
  assert.equal(await window.run(() => window.linkScheme), "parley");
});

test("the screen for access codes of a site leads to the settings", async () => {
  await window.goTo("tauri://localhost/auth/");
  await until("the settings", async () => /\/settings\/?$/.test(await window.url()));
});

test("an export is saved where the user chooses, and a closed dialog saves nothing", async () => {
  await window.goTo("tauri://localhost/settings/");
  await window.click(buttonNamed, "Export");
  await window.click(buttonNamed, "Export everything");
  await pressInFileDialog("Cancel");
  await window.click(buttonNamed, "Export everything");
  assert.deepEqual(readdirSync(downloads), []);
  await pressInFileDialog("Save");
  await until("the file", async () => readdirSync(downloads).some((name) => name.endsWith(".json")));
  const [name] = readdirSync(downloads);
  assert.match(name, /^parley.*\.json$/i);
  assert.equal(typeof JSON.parse(readFileSync(join(downloads, name), "utf8")), "object");
});

test("other downloads become new files in the folder for downloads @D12.10", async () => {
  const download = () =>
    window.run(() => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob(["tides"], { type: "text/plain" }));
      link.download = "tides.txt";
      link.click();
    });
  for (const name of ["tides.txt", "tides (1).txt"]) {
    await download();
    await until(name, async () => readdirSync(downloads).includes(name));
    assert.equal(await until("the content", () => readFileSync(join(downloads, name), "utf8")), "tides");
  }
});

test("a notification is shown by the system, and a click on it opens the chat", async () => {
  const server = spawn("dunst", [], { env: environmentOf(home), stdio: "ignore" });
  const dunstctl = (...args) => spawnSync("dunstctl", args, { env: environmentOf(home), encoding: "utf8" }).stdout;
  try {
    await until("the server of notifications", () => dunstctl("is-paused").includes("false"));
    const notify = (route) =>
      window.run((to) => {
        const text = { title: "Parley", body: "Tides & <b>ports</b>", route: to };
        return window.__TAURI_INTERNALS__.invoke("notify", text).then(
          () => "shown",
          (reason) => reason,
        );
      }, route);
    assert.equal(await notify("https://example.com/"), "The path is invalid.");
    assert.equal(await notify("/masks"), "shown");
    await until("the notification", () => dunstctl("count", "displayed").trim() === "1");
    dunstctl("action", "0");
    await until("the page", async () => /\/masks\/?$/.test(await window.url()));
  } finally {
    server.kill();
  }
});
