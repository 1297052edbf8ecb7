import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startProvider } from "./mock-provider.mjs";
import {
  applyProvider,
  binary,
  buttonNamed,
  environmentOf,
  fieldNamed,
  filesWith,
  newHome,
  openWindow,
  removeHome,
  until,
} from "./window.mjs";

const key = "sk-of-the-window-0815";
const home = newHome();
let provider;
let window;

before(async () => {
  provider = await startProvider();
  window = await openWindow(home);
});

after(async () => {
  await window?.close();
  provider?.close();
  removeHome(home);
});

async function send(text) {
  await window.type(text, fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
}

/** Returns the end of the last reply, which names its request. It runs in the page. */
function lastPart() {
  const text = document.querySelector("main").textContent;
  // The reply of an earlier test has the number of another request.
  return [...text.matchAll(/never end this one.*?(and goes on in reply \d+)/gs)].at(-1)?.[1];
}

async function shot(name) {
  if (process.env.DESKTOP_SHOTS) await window.screenshot(`${process.env.DESKTOP_SHOTS}/${name}.png`);
}

test("the first start shows the message box, from the app's own files and under its policy", async () => {
  await window.elementOf(fieldNamed, "Message");
  assert.match(await window.url(), /^tauri:\/\/localhost\//);
  const policy = await window.run(() => document.querySelector('meta[http-equiv="Content-Security-Policy"]').content);
  assert.match(policy, /script-src 'self'/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/);
  await shot("first-start");
});

test("the page may use no command but the app's own @D12.4", async () => {
  const refused = await window.run(async () => {
    const { invoke } = window.__TAURI_INTERNALS__;
    const commands = ["plugin:opener|open_url", "plugin:dialog|message", "plugin:window|close", "plugin:event|listen"];
    const outcomes = await Promise.allSettled(commands.map((command) => invoke(command, { url: "https://a.example" })));
    return outcomes.map(({ status }) => status);
  });
  assert.deepEqual(refused, ["rejected", "rejected", "rejected", "rejected"]);
});

test("a key and an address of the user are applied, and a reply is streamed without CORS", async () => {
  await applyProvider(window, { key, url: provider.url });
  await send("Good morning");
  await window.shows("Hello from the provider.");
  const asked = provider.requests.find(({ method }) => method === "POST");
  assert.equal(asked.headers.authorization, `Bearer ${key}`);
  assert.equal(asked.headers.origin, undefined);
  await shot("reply");
});

test("a stopped reply closes its connection", async () => {
  const before = provider.closed();
  await send("Please never end");
  await window.shows("and goes on");
  await window.click(buttonNamed, "Stop");
  await until("a closed connection", () => provider.closed() > before);
});

test("a reply that breaks off remains, and the reason is shown", async () => {
  await send("Please break off");
  await window.shows("It begins,");
  await window.shows("The reply was interrupted");
});

test("a server that sends a gigabyte without an end is given up, and the window stays usable", async () => {
  const before = provider.closed();
  await send("Please flood me");
  await until("a closed connection", () => provider.closed() > before);
  await window.shows("The message or the reply is too large.");
  const replies = () =>
    window.run(() => document.querySelector("main").textContent.split("Hello from the provider.").length);
  const former = await replies();
  await send("Are you still there?");
  await until("a reply", async () => (await replies()) > former);
});

test("a server that cannot be reached is reported with status 599 and the reason", async () => {
  const answer = await window.run(async () => {
    const description = { id: 4_000_000, method: "GET", url: "http://127.0.0.1:1/", headers: {}, redirect: "error" };
    const text = new TextEncoder().encode(JSON.stringify(description));
    const framed = new Uint8Array(4 + text.length);
    new DataView(framed.buffer).setUint32(0, text.length, true);
    framed.set(text, 4);
    return window.__TAURI_INTERNALS__.invoke("http_send", framed).catch((failure) => failure);
  });
  assert.equal(answer.kind, "connection");
  assert.match(answer.reason, /refused/i);
});

test("the key is in no file of the profile, and is still there after a restart @D12.7", async () => {
  await window.close();
  await delay(1000);
  assert.deepEqual(filesWith(home, key), []);
  // The scan finds what is stored in plain text.
  assert.notDeepEqual(filesWith(home, "Good morning"), []);
  const stored = spawnSync("secret-tool", ["search", "--all", "service", "app.parley.desktop"], { encoding: "utf8" });
  assert.match(stored.stdout + stored.stderr, /storage key/);
  const earlier = provider.requests.length;
  window = await openWindow(home);
  await window.shows("Hello from the provider.");
  await send("Once more");
  const again = await until("a request", () =>
    provider.requests.slice(earlier).find(({ method }) => method === "POST"),
  );
  assert.equal(again.headers.authorization, `Bearer ${key}`);
});

test("what was received of a reply is still there after the app was killed in the middle of it", async () => {
  await send("Please never end this one");
  const received = await until("a part of the reply", () => window.run(lastPart));
  await until("the stored part", () => filesWith(home, received).length > 0);
  await window.kill();
  await delay(1000);
  window = await openWindow(home);
  await window.shows(received);
});

test("a start with --new-chat begins a new chat", async () => {
  await window.close();
  await delay(1000);
  window = await openWindow(home, {}, ["--new-chat"]);
  await window.elementOf(fieldNamed, "Message");
  await until("a new chat", () => window.run(() => !document.querySelector("main").textContent.includes("goes on")));
});

test("starts at nearly the same moment open one window, and the others end", async () => {
  await window.close();
  // The window and the states of a start exist some time after it has the name of the app.
  for (const gapMs of [0, 30, 60, 100, 150]) {
    await delay(1000);
    const start = () => spawn(binary, [], { env: environmentOf(home), stdio: "ignore" });
    const first = start();
    await delay(gapMs);
    const starts = [first, start(), start()];
    const left = () => starts.filter(({ exitCode }) => exitCode === null).length;
    await until(`the end of two of three starts, ${gapMs} ms apart`, async () => left() === 1);
    await delay(500);
    assert.equal(left(), 1);
    for (const each of starts) each.kill("SIGKILL");
  }
  await delay(1000);
  window = await openWindow(home);
  await window.elementOf(fieldNamed, "Message");
});

test("a second start opens no second window", async () => {
  const second = spawnSync(binary, [], { env: environmentOf(home), timeout: 30_000 });
  assert.equal(second.status, 0);
});
