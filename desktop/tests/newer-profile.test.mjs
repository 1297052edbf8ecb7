import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startProvider } from "./mock-provider.mjs";
import { applyProvider, buttonNamed, fieldNamed, newHome, openWindow, removeHome } from "./window.mjs";

const home = newHome();
let window;
let provider;

after(async () => {
  await window?.close();
  provider?.close();
  removeHome(home);
});

/** Opens the database as a newer version of the app does. It runs in the page; the app closes its connection for it. */
function openAsNewer() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("parley", 99);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("Another connection keeps the database open."));
  });
}

const versionOf = () => indexedDB.databases().then((all) => all.find(({ name }) => name === "parley")?.version);

test("the profile of a newer version is shown, and stays as it is", async () => {
  provider = await startProvider();
  window = await openWindow(home);
  await applyProvider(window, { key: "sk-newer", url: provider.url });
  await window.type("Good morning", fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
  await window.shows("Hello from the provider.");
  await window.run(openAsNewer);
  await window.close();
  window = await openWindow(home);
  await window.shows("This data was saved by a newer version.");
  await window.shows("Hello from the provider.");
  await window.type("A message that is not stored", fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
  await window.shows("A message that is not stored");
  assert.equal(await window.run(versionOf), 99);
});
