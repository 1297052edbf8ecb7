import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { addProgram, pressInQuestion, running } from "./add-program.mjs";
import { buttonNamed, fieldNamed, newHome, openWindow, removeHome, until } from "./window.mjs";

let home;
let script;
let window;

/** A program that is no MCP server, or a bad one, by its argument. */
const source = `
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
const kinds = {
  line() {
    const write = () => process.stdout.write("x".repeat(65536), write);
    write();
  },
  noise() {
    const write = () => process.stdout.write("this is no message\\n".repeat(1000), write);
    write();
  },
  stubborn() {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
    setInterval(() => {}, 1000);
    process.stdin.on("data", (data) => {
      for (const line of data.toString().split("\\n").filter(Boolean)) {
        const { id, method, params } = JSON.parse(line);
        const serverInfo = { name: "stubborn", version: "1" };
        if (method === "initialize")
          answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
        else if (method === "tools/list") answer(id, { tools: [] });
      }
    });
  },
};
kinds[process.argv[2]]();
`;

// Each in a window of its own: a program that fails starts again with each page, and its reason moves what is below.
beforeEach(async () => {
  home = newHome();
  script = join(home, "bad-program.mjs");
  writeFileSync(script, source);
  window = await openWindow(home);
});

afterEach(async () => {
  await window?.close();
  removeHome(home);
});

async function start(command, args) {
  await addProgram(window, command, args);
  await pressInQuestion("run");
}

test("a program that does not exist is reported with the system's reason", async () => {
  await start("/no/such/program", []);
  await window.shows("No such file or directory");
});

test("a program that sends a line without an end is ended, and the reason is shown", async () => {
  await start("node", [script, "line"]);
  await window.shows("The program has sent a line that is too long.");
  await until("an end of the program", async () => running(`${script} line`).length === 0);
});

test("a program that sends endless noise leaves the window usable, and ends with its page", async () => {
  await start("node", [script, "noise"]);
  await until("a running program", async () => running(`${script} noise`).length > 0);
  await window.click(buttonNamed, "Add program");
  await window.type("typed beside the noise", fieldNamed, "Command");
  await window.goTo("tauri://localhost/settings/");
  await window.shows("Language");
  await until("an end of the program", async () => running(`${script} noise`).length === 0);
});

test("a program that ignores its end is ended all the same when the app is killed", async () => {
  await start("node", [script, "stubborn"]);
  await window.shows("Connected");
  assert.notDeepEqual(running(`${script} stubborn`), []);
  await window.kill();
  await until("an end of the program", async () => running(`${script} stubborn`).length === 0);
});
