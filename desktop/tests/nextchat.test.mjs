import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newHome, openWindow, pressInDialog, removeHome } from "./window.mjs";

const nextChat = newHome();
const home = newHome();
/** The folder of copies, with one that an earlier app has left. */
const copies = join(home, "cache", "app.parley.desktop", "nextchat-copies");
const left = join(copies, "left");
let window;

/** Stores chats as NextChat does: in a database, in localStorage, and an unsent text. It runs in the page. */
async function storeChats() {
  const message = { id: "m1", role: "user", content: "When is high tide? 潮", date: "1/2/2025, 10:00:00 AM" };
  const reply = { ...message, id: "m2", role: "assistant", content: "At noon." };
  const session = { id: "s1", topic: "Tides of NextChat", memoryPrompt: "", messages: [message, reply] };
  const stat = { tokenCount: 0, wordCount: 0, charCount: 0 };
  const chat = { ...session, stat, lastUpdate: 1735812000000, lastSummarizeIndex: 0 };
  const state = { sessions: [chat], currentSessionIndex: 0, lastInput: "", _hasHydrated: true };
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open("keyval-store");
    opening.onupgradeneeded = () => opening.result.createObjectStore("keyval");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const writing = database.transaction("keyval", "readwrite");
  writing.objectStore("keyval").put(JSON.stringify({ state, version: 3.3 }), "chat-next-web-store");
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onerror = () => reject(writing.error);
  });
  database.close();
  localStorage.setItem("unfinished-input-s1", "And low tide?");
}

/** Finds the button of the row about NextChat. It runs in the page. */
const importButton = () => document.querySelector("#nextChatProfile button");

before(async () => {
  // A profile that WebKitGTK has really written.
  const writer = await openWindow(nextChat);
  await writer.elementOf(() => document.querySelector("[data-chat-screen] textarea"), "the message box");
  await writer.run(storeChats);
  await writer.close();
  const profile = join(home, "data", "com.yida.chatgpt.next.web");
  mkdirSync(profile, { recursive: true });
  for (const part of ["localstorage", "databases"])
    cpSync(join(nextChat, "data", "app.parley.desktop", part), join(profile, part), { recursive: true });
  mkdirSync(left, { recursive: true });
  window = await openWindow(home);
});

after(async () => {
  await window?.close();
  removeHome(nextChat);
  removeHome(home);
});

test("the chats of a NextChat desktop app are read only if the user allows it @D12.15", async () => {
  await window.goTo("tauri://localhost/settings/#nextChatProfile");
  await window.click(importButton, "Import");
  await pressInDialog("^NextChat$", 0.75);
  await window.elementOf(importButton, "Import");
  assert.equal(await window.run(() => document.querySelector("dialog[open]") === null), true);
});

test("they are imported after a preview", async () => {
  await window.click(importButton, "Import");
  await pressInDialog("^NextChat$", 0.25);
  await window.shows("NextChat: 1 chat with 2 messages");
  if (process.env.DESKTOP_SHOTS) await window.screenshot(join(process.env.DESKTOP_SHOTS, "nextchat.png"));
  await window.click(
    () => [...document.querySelectorAll("dialog[open] button")].find((each) => each.textContent.trim() === "Import"),
    "Import in the dialog",
  );
  await window.shows("Tides of NextChat");
  await window.click(
    () => [...document.querySelectorAll("a")].find((each) => each.textContent.includes("Tides of NextChat")),
    "the chat",
  );
  await window.shows("When is high tide? 潮");
  await window.shows("At noon.");
});

test("no copy remains, also of an app that was killed @D12.16", () => {
  assert.equal(existsSync(left), false);
  assert.deepEqual(readdirSync(copies), []);
});
