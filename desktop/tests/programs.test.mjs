import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { addProgram, pressInQuestion, running } from "./add-program.mjs";
import { startProvider } from "./mock-provider.mjs";
import { applyProvider, binary, buttonNamed, fieldNamed, newHome, openWindow, removeHome, until } from "./window.mjs";

const server = join(process.cwd(), "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
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

async function shot(name) {
  if (process.env.DESKTOP_SHOTS) await window.screenshot(join(process.env.DESKTOP_SHOTS, `${name}.png`));
}

test("a program that the user does not allow is not started @D12.6", async () => {
  await addProgram(window, "node", [server, "stdio"]);
  await pressInQuestion("cancel");
  await window.shows("You have not allowed this program");
  assert.deepEqual(running(server), []);
  assert.equal(existsSync(join(home, "config", "app.parley.desktop", "allowed-programs.json")), false);
});

test("a program that the user allows serves its tools to a chat, and each call is confirmed", async () => {
  await applyProvider(window, { key: "sk-of-the-programs-0815", url: provider.url });
  await window.goTo("tauri://localhost/mcp-market/");
  await pressInQuestion("run");
  await window.shows("Connected");
  assert.notDeepEqual(running(server), []);
  await window.click((name) => {
    const named = [...document.querySelectorAll("button")].filter((each) => each.ariaLabel?.startsWith(name));
    return named.find((each) => !each.disabled);
  }, "Use in a new chat");
  await window.type("Please use the tool", fieldNamed, "Message");
  await window.click(buttonNamed, "Send");
  await window.click(buttonNamed, "Allow once");
  await window.shows("The tool returned: Echo: from the window");
  await shot("tool");
});

test("an allowed program starts without a question, also after a reload", async () => {
  await window.goTo("tauri://localhost/mcp-market/");
  await window.shows("Connected");
});

test("no program is left after the app was killed", async () => {
  const [line] = execFileSync("pgrep", ["-f", `^${binary}$`], { encoding: "utf8" }).split("\n");
  process.kill(Number(line), "SIGKILL");
  await until("an end of the program", () => running(server).length === 0);
});
