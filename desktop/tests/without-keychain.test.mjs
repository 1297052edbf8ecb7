import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startProvider } from "./mock-provider.mjs";
import {
  applyProvider,
  buttonNamed,
  fieldNamed,
  filesWith,
  newHome,
  openWindow,
  removeHome,
  until,
} from "./window.mjs";

const key = "sk-without-keychain-0815";
const home = newHome();
/** A session bus that does not exist, and with it no keychain. */
const noBus = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/no-bus` };
let provider;
let window;

before(async () => {
  provider = await startProvider();
  window = await openWindow(home, noBus);
});

after(async () => {
  await window?.close();
  provider?.close();
  removeHome(home);
});

test("without a keychain the app says so, works, and stores no key @D12.8", async () => {
  await window.shows("The system’s keychain isn’t available");
  await applyProvider(window, { key, url: provider.url });
  await window.type("Good morning", fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
  await window.shows("Hello from the provider.");
  const asked = provider.requests.find(({ method }) => method === "POST");
  assert.equal(asked.headers.authorization, `Bearer ${key}`);
  await window.close();
  await delay(1000);
  assert.deepEqual(filesWith(home, key), []);
  window = await openWindow(home, noBus);
  await window.shows("Hello from the provider.");
});

test("the settings give the reason, and offer to store keys in plain text", async () => {
  await window.goTo("tauri://localhost/settings/#access");
  await window.shows("Keys aren’t stored, because the system’s keychain isn’t available");
  await window.click(() => {
    const rows = [...document.querySelectorAll("label")].filter((each) =>
      each.textContent.includes("Store keys in plain text"),
    );
    return rows[0]?.querySelector("input, button") ?? rows[0];
  }, "Store keys in plain text");
  if (process.env.DESKTOP_SHOTS) await window.screenshot(`${process.env.DESKTOP_SHOTS}/no-keychain.png`);
  // The web view writes what a page stores up to half a second later.
  await until("the stored choice", () => filesWith(home, "parley-plain-keys").length > 0);
  await window.close();
  window = await openWindow(home, noBus);
  await window.goTo("tauri://localhost/settings/#access");
  await window.shows("Keys are stored in plain text");
});
