import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startProvider } from "./mock-provider.mjs";
import { applyProvider, buttonNamed, fieldNamed, newHome, openWindow, removeHome } from "./window.mjs";

/** A folder in which nothing can be created, also not by root. */
const readOnly = "/sys/kernel";
const home = newHome();
let window;
let provider;

after(async () => {
  await window?.close();
  provider?.close();
  removeHome(home);
});

test("in a home that is read-only, the app says that nothing is stored, and works", async () => {
  provider = await startProvider();
  const folders = { XDG_DATA_HOME: "data", XDG_CONFIG_HOME: "config", XDG_CACHE_HOME: "cache" };
  const own = Object.entries(folders).map(([name, folder]) => [name, `${readOnly}/${folder}`]);
  window = await openWindow(home, { HOME: readOnly, ...Object.fromEntries(own) });
  await window.shows("Chats are lost when you close or reload the app.");
  await applyProvider(window, { key: "sk-read-only", url: provider.url });
  await window.type("Good morning", fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
  await window.shows("Hello from the provider.");
  assert.ok(window.appId());
});
