import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startProvider } from "./mock-provider.mjs";
import {
  applyProvider,
  binary,
  buttonNamed,
  fieldNamed,
  newHome,
  openWindow,
  pressInDialog,
  removeHome,
  until,
} from "./window.mjs";

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

/** Waits for the question of the shell, and presses its left button, which runs the program, or the right one. */
const pressInQuestion = (button) => pressInDialog("Run a program?", button === "run" ? 0.25 : 0.75);

/** Returns the command lines of running programs that contain a text. */
function running(text) {
  const list = execFileSync("ps", ["-eo", "args"], { encoding: "utf8", maxBuffer: 2 ** 24 });
  return list.split("\n").filter((line) => line.includes(text) && !line.startsWith("ps "));
}

async function addProgram() {
  await window.goTo("tauri://localhost/mcp-market/");
  await window.click(buttonNamed, "Add program");
  await window.type("node", fieldNamed, "Command");
  for (const [place, text] of [server, "stdio"].entries()) {
    await window.click((name) => {
      const group = [...document.querySelectorAll("fieldset")].find((each) => each.textContent.includes("Arguments"));
      return [...group.querySelectorAll("button")].find((each) => each.textContent.trim() === name);
    }, "Add");
    await window.type(text, fieldNamed, `Argument ${place + 1}`);
  }
  await window.click(buttonNamed, "Save and start");
}

test("a program that the user does not allow is not started @D12.6", async () => {
  await addProgram();
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
