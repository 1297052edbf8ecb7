import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { binary, buttonNamed, environmentOf, newHome, openWindow, removeHome, until } from "./window.mjs";

const home = newHome();
const files = join(home, "My files");
const path = (name) => join(files, name);
let window;

before(async () => {
  mkdirSync(files);
  writeFileSync(path("notes.md"), "The tide turns at noon.");
  writeFileSync(path("more.txt"), "And again at midnight.");
  writeFileSync(path("run.sh"), "exit 1");
  const sessions = [
    { id: "a", topic: "Tides of 1911", messages: [{ id: "1", role: "user", content: "When?", date: "1/1/2024" }] },
  ];
  const store = { sessions, currentSessionIndex: 0 };
  writeFileSync(path("nextchat.json"), JSON.stringify({ "chat-next-web-store": store }));
  const large = openSync(path("large.txt"), "w");
  ftruncateSync(large, 300_000_000);
  closeSync(large);
  window = await openWindow(home, {}, [path("notes.md")]);
});

after(async () => {
  await window?.close();
  removeHome(home);
});

/** Starts the app a second time with files, in their folder. */
function openWith(...args) {
  const { status } = spawnSync(binary, args, { cwd: files, env: environmentOf(home), timeout: 30_000 });
  assert.equal(status, 0);
}

test("a file of the command line is attached to the message, and not sent", async () => {
  await window.shows("notes.md");
  assert.equal(await window.run(() => document.querySelectorAll("[data-message-id]").length), 0);
});

test("a second start attaches a file that it names by its URL", async () => {
  openWith(pathToFileURL(path("more.txt")).href);
  await window.shows("more.txt");
  await window.shows("notes.md");
});

test("an export of NextChat asks before it is imported", async () => {
  openWith("nextchat.json");
  await until("the question", () => window.run(() => document.querySelector("dialog[open]")?.textContent));
  await window.shows("nextchat.json");
  assert.equal(await window.run(() => document.querySelector("nav")?.textContent.includes("Tides of 1911")), false);
  await window.click(buttonNamed, "Cancel");
});

test("a file that is too large or of another kind is named, and not opened @D12.18", async () => {
  openWith("large.txt", "run.sh", "gone.md", "--unknown");
  await window.shows("large.txt");
  await window.shows("run.sh");
  assert.equal(
    await window.run(() =>
      [...document.querySelectorAll("[role=status], [role=alert]")].some((each) =>
        each.textContent.includes("gone.md"),
      ),
    ),
    false,
  );
});
