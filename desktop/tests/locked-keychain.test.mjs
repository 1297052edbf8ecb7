import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
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

const key = "sk-locked-keychain-0815";
const later = "sk-while-locked-4711";
const home = newHome();
let provider;
let window;
let session;
/** Variables with the address of the session's own bus. */
let bus;

before(async () => {
  provider = await startProvider();
  session = spawn("dbus-run-session", [
    "--",
    join(import.meta.dirname, "with-keychain.sh"),
    ...["sh", "-c", "echo $DBUS_SESSION_BUS_ADDRESS; cat"],
  ]);
  const [line] = await once(session.stdout, "data");
  bus = { DBUS_SESSION_BUS_ADDRESS: String(line).trim() };
});

after(async () => {
  await window?.close();
  provider?.close();
  // `cat` ends, and with it the session.
  session?.stdin.end();
  removeHome(home);
});

/**
 * Locks the keychain, as a desktop does when its user is away. It is in a session of its own: the next tests would be asked
 * for its password.
 */
function lock() {
  const path = "/org/freedesktop/secrets";
  const { status, stderr } = spawnSync(
    "gdbus",
    [
      ...["call", "--session", "--dest", "org.freedesktop.secrets", "--object-path", path],
      ...["--method", "org.freedesktop.Secret.Service.Lock", `['${path}/collection/login']`],
    ],
    { encoding: "utf8", env: { ...process.env, ...bus } },
  );
  assert.equal(status, 0, stderr);
}

/** Closes the window in which the system asks for the password of the keychain. */
async function cancelPrompt() {
  const xdotool = (...args) => spawnSync("xdotool", args, { encoding: "utf8" }).stdout.trim();
  await until("the keychain’s question", () => xdotool("search", "--onlyvisible", "--class", "gcr-prompter"));
  await until("no question", () => {
    const id = xdotool("search", "--onlyvisible", "--class", "gcr-prompter").split("\n").at(-1);
    if (id) xdotool("windowfocus", id, "key", "Escape");
    return id === "";
  });
}

async function ask(text) {
  await window.type(text, fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
}

test("with a keychain that stays locked, the app says so, works, and stores no key @D12.8", async () => {
  window = await openWindow(home, bus);
  await applyProvider(window, { key, url: provider.url });
  await ask("Good morning");
  await window.shows("Hello from the provider.");
  await delay(1000);
  await window.close();
  lock();
  window = await openWindow(home, bus);
  await cancelPrompt();
  await window.shows("The system’s keychain isn’t available");
  if (process.env.DESKTOP_SHOTS) await window.screenshot(`${process.env.DESKTOP_SHOTS}/locked-keychain.png`);
  await applyProvider(window, { key: later, url: provider.url });
  await ask("Good evening");
  await until("the request", () =>
    provider.requests.some(({ headers }) => headers.authorization === `Bearer ${later}`),
  );
  await delay(1000);
  assert.deepEqual([...filesWith(home, later), ...filesWith(home, key)], []);
});
