import { readFileSync } from "node:fs";
import type { Frame, Page } from "@playwright/test";
import { startUpstream } from "../support/local-upstream";
import { zipOf } from "../support/zip-samples";
import { axeFindings } from "./support/axe";
import {
  chooseTool,
  everywhere,
  expect,
  messages,
  needsServer,
  newChat,
  replyEnded,
  send,
  serverKey,
  test,
} from "./support/fixtures";
import { givenReply } from "./support/given-replies";

/** Opens a chat whose model can run code. */
async function openChat(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await newChat(page);
  await chooseTool(page, "Run code");
}

/** Lets the model call a tool with code, and allows it for the chat if it asks. */
async function run(page: Page, tool: "run_javascript" | "run_python", code: string): Promise<string> {
  const count = await messages(page).count();
  await send(page, `calls ${tool} ${JSON.stringify({ code })}`);
  await expect(messages(page)).toHaveCount(count + 2);
  const reply = messages(page).last();
  const allow = reply.getByRole("button", { name: "Allow in this chat" });
  const end = reply.getByText("The tools said:");
  await expect(allow.or(end).first()).toBeVisible({ timeout: 45_000 });
  if (await allow.isVisible()) await allow.click();
  await expect(end).toBeVisible({ timeout: 45_000 });
  await replyEnded(page);
  const text = await reply.locator("[class*=prose]").last().textContent();
  return (text ?? "").replace(/^[\s\S]*The tools said:\s*/, "").trim();
}

const calls = (page: Page) => page.getByRole("list", { name: "Tool calls" }).getByRole("listitem");

/** The frame in which code runs. */
async function sandboxOf(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().some((frame) => frame.url().includes("/run/"))).toBe(true);
  const frame = page.frames().find((each) => each.url().includes("/run/"));
  if (!frame) throw new Error("no frame");
  return frame;
}

test("a model runs JavaScript after the user has read and allowed it", everywhere, async ({ page, app, provider }) => {
  await openChat(page, app.url);
  await send(
    page,
    `calls run_javascript ${JSON.stringify({ code: "console.log('sum'); [1, 2, 3].reduce((a, b) => a + b)" })}`,
  );
  const ask = page.getByRole("region", { name: "Allow JavaScript to run in a sandbox on this device?" });
  await expect(ask).toContainText("The code has no network access.");
  await expect(calls(page).getByRole("region", { name: "Code" })).toHaveText(
    "console.log('sum'); [1, 2, 3].reduce((a, b) => a + b)",
  );
  await ask.getByRole("button", { name: "Allow once" }).click();
  await replyEnded(page);
  await expect(messages(page).last()).toContainText("The tools said: sum => 6");
  expect(provider.asked.at(-2)?.tools).toEqual(["run_javascript", "run_python"]);
  await expect(calls(page)).not.toContainText("Sent to");
});

test("a model runs Python", everywhere, async ({ page, app }) => {
  test.slow();
  await openChat(page, app.url);
  const code = "import statistics\nprint('mean', statistics.mean([1, 2, 6]))\n1 / 0";
  const said = await run(page, "run_python", code);
  expect(said).toContain("mean 3");
  expect(said).toContain("ZeroDivisionError: division by zero");
  expect(said).toContain('File "code.py", line 3');
});

/** Reaches for everything outside in JavaScript; each line tells what came of it. */
const reachingJavaScript = (url: string) => `
const names = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Worker", "SharedWorker", "importScripts",
  "indexedDB", "localStorage", "sessionStorage", "caches", "navigator", "document", "window", "self", "parent", "top",
  "postMessage", "location", "BroadcastChannel", "WebAssembly", "process", "require", "std", "os"];
const outside = Function("return this")();
console.log("found", names.filter((name) => name in outside || name in globalThis).join() || "nothing");
await import(${JSON.stringify(`${url}/a.js`)}).then(() => console.log("imported"), (error) => console.log(error.name));
console.log(console.log.constructor("return typeof fetch")(), show.constructor === Function);
`;

test("JavaScript finds nothing of the browser @T9.10", everywhere, async ({ page, app }) => {
  const upstream = await startUpstream((_, response) => void response.end("export default 1"));
  await openChat(page, app.url);
  const said = await run(page, "run_javascript", reachingJavaScript(upstream.url));
  expect(said.split(/\s+/)).toEqual(["found", "nothing", "ReferenceError", "undefined", "true"]);
  expect(upstream.arrived).toEqual([]);
  await upstream.close();
});

/** Reaches for everything outside in Python, also through what the interpreter holds on to. */
const reachingPython = (url: string) => `
import gc, sys, urllib.request, socket, subprocess, os
def attempt(name, work):
    try:
        print(name, "succeeded", work())
    except BaseException as error:
        print(name, type(error).__name__)

for name in ["js", "pyodide_js", "pyodide", "pyodide.http", "pyodide.code", "_pyodide_core", "micropip"]:
    attempt(name, lambda: __import__(name))
attempt("urlopen", lambda: urllib.request.urlopen("${url}/p", timeout=2).read())
attempt("connect", lambda: socket.create_connection(("127.0.0.1", ${new URL(url).port}), 2))
attempt("subprocess", lambda: subprocess.run(["ls"]))
finders = [each for each in gc.get_objects() if type(each).__name__ == "JsFinder"]
attempt("finder", lambda: finders[0].jsproxies["js"])
emit = show.__globals__["emit"]
attempt("function", lambda: emit.constructor("return fetch('${url}/f')")())
attempt("global", lambda: emit.constructor("return this")().fetch)
attempt("bind", lambda: emit.bind(None).constructor.constructor("return self")())
print("end")
`;

test("Python reaches neither the browser nor the network @T9.10", everywhere, async ({ page, app }) => {
  test.slow();
  const upstream = await startUpstream((_, response) => void response.end("{}"));
  await openChat(page, app.url);
  const said = await run(page, "run_python", reachingPython(upstream.url));
  expect(said).toContain("pyodide.http ModuleNotFoundError");
  expect(said).toContain("function JsException");
  expect(said).toContain("end");
  expect(said).not.toContain("succeeded");
  expect(upstream.arrived).toEqual([]);
  await upstream.close();
});

/** Runs in a worker of the sandbox, as code that has left its engine. */
async function reachFromWorker(url: string): Promise<string[]> {
  const attempts: Record<string, () => unknown> = {
    fetch: () => fetch(`${url}/fetch`),
    request: () =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open("GET", `${url}/request`);
        request.onload = resolve;
        request.onerror = reject;
        request.send();
      }),
    socket: () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${url.replace("http", "ws")}/socket`);
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
    import: () => import(/* webpackIgnore: true */ `${url}/import.js`),
    importScripts: () => Reflect.get(self, "importScripts")(`${url}/scripts.js`),
    worker: () =>
      new Promise((resolve, reject) => {
        const worker = new Worker(`${url}/worker.js`);
        worker.onmessage = resolve;
        worker.onerror = reject;
      }),
    database: () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open("x");
        opened.onsuccess = resolve;
        opened.onerror = reject;
      }),
    caches: () => caches.open("x"),
    evaluation: () => Function("return 1")(),
    storage: () => localStorage.length,
    page: () => parent.document.title,
    top: () => top?.document.title,
  };
  const done: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      done.push(name);
    } catch {
      // Refused, as it must be.
    }
  }
  return done;
}

test("neither the sandbox nor a worker in it has network, storage or the page @T9.10", async ({ page, app }) => {
  const upstream = await startUpstream((_, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", "text/javascript");
    response.end("postMessage(1)");
  });
  await openChat(page, app.url);
  await run(page, "run_javascript", "1");
  const frame = await sandboxOf(page);
  expect(await frame.evaluate(() => self.origin)).toBe("null");
  for (const url of [upstream.url, app.url]) {
    expect(await frame.evaluate(reachFromWorker, url)).toEqual([]);
    const inWorker = await frame.evaluate(
      ([code, target]) =>
        new Promise((resolve) => {
          const text = `(${code})(${JSON.stringify(target)}).then(postMessage)`;
          const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
          worker.onmessage = ({ data }) => resolve(data);
        }),
      [String(reachFromWorker), url] as const,
    );
    expect(inWorker).toEqual([]);
  }
  expect(upstream.arrived).toEqual([]);
  await upstream.close();
});

test("code without an end is stopped, and the page remains usable @T9.11", async ({ page, app }) => {
  test.slow();
  await openChat(page, app.url);
  expect(await run(page, "run_javascript", "console.log('before'); while (true) {}")).toMatch(
    /did not respond in time\.\s+before/,
  );
  await send(page, `calls run_javascript ${JSON.stringify({ code: "for (;;) console.log('again');" })}`);
  await expect(calls(page).last()).toContainText("Running");
  // The tab answers while the code runs.
  const started = Date.now();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(Date.now() - started).toBeLessThan(1000);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await replyEnded(page);
  expect(await run(page, "run_javascript", "6 * 7")).toContain("=> 42");
});

test("memory is limited, and what exceeds it is an error of the code @T9.11", async ({ page, app }) => {
  test.slow();
  await openChat(page, app.url);
  const javaScript = "const all = []; for (;;) all.push(new Uint8Array(1e7));";
  expect(await run(page, "run_javascript", javaScript)).toContain("out of memory");
  expect(await run(page, "run_javascript", "const f = () => f(); f()")).toMatch(/stack overflow|Maximum call stack/);
  expect(await run(page, "run_python", "all = []\nwhile True: all.append(bytearray(10 ** 7))")).toContain(
    "MemoryError",
  );
  expect(await run(page, "run_python", "6 * 7")).toContain("=> 42");
});

test("messages that do not come from the sandbox are ignored @T9.10", async ({ page, app }) => {
  await openChat(page, app.url);
  await page.evaluate(() =>
    setInterval(() => {
      for (let id = 0; id < 20; id++) window.postMessage({ id, type: "value", text: "forged" }, "*");
    }, 5),
  );
  const said = await run(
    page,
    "run_javascript",
    "await new Promise((done) => setTimeout(done, 300)); console.log('own')",
  );
  expect(said).toContain("own");
  expect(said).not.toContain("forged");
});

test("files that are attached to the chat can be read", async ({ page, app }) => {
  test.slow();
  await openChat(page, app.url);
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles([
      { name: "tides.csv", mimeType: "text/csv", buffer: Buffer.from("place,height\nAmber,4\nMoss,6\n") },
    ]);
  await expect(page.getByText("tides.csv")).toBeVisible();
  await send(page, "Here are the tides");
  await replyEnded(page);
  expect(await run(page, "run_javascript", "console.log(files); readFile('tides.csv').split('\\n').length")).toMatch(
    /\["tides\.csv"\]\s+=> 3/,
  );
  const python = "import csv\nsum(int(row['height']) for row in csv.DictReader(open('tides.csv')))";
  expect(await run(page, "run_python", python)).toContain("=> 10");
});

test("a permission is listed in the settings without a host", async ({ page, app }) => {
  await openChat(page, app.url);
  await send(page, `calls run_javascript ${JSON.stringify({ code: "1" })}`);
  await page.getByRole("button", { name: "Always allow" }).click();
  await replyEnded(page);
  await page.goto(`${app.url}/settings#tool-rules`);
  await expect(page.getByText(/^Parley · in all chats/)).toBeVisible();
});

test("pictures of code are shown in the reply", async ({ page, app }) => {
  await openChat(page, app.url);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>`;
  await run(page, "run_javascript", `show(${JSON.stringify(svg)})`);
  const image = messages(page).last().getByRole("img", { name: "Image from JavaScript" });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(80);
});

const fence = "```";

/** Opens a chat with a reply that consists of these blocks. */
async function openBlocks(page: Page, url: string, ...blocks: readonly (readonly [string, string])[]) {
  await page.goto(url);
  await givenReply(page, blocks.map(([language, code]) => `${fence}${language}\n${code}\n${fence}`).join("\n\n"));
  await send(page, "go");
  await expect(messages(page)).toHaveCount(2);
  await replyEnded(page);
}

test("a code block runs at a click and shows texts, tables and pictures", everywhere, async ({ page, app }) => {
  // Colors are checked: none may be in transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>`;
  await openBlocks(
    page,
    app.url,
    [
      "js",
      `console.log("hello");\nconsole.table([{ place: "Amber", height: 4 }]);\nshow(${JSON.stringify(svg)});\n6 * 7`,
    ],
    ["ts", "const a: number = 1;"],
  );
  await expect(page.getByRole("button", { name: "Run code" })).toHaveCount(1);
  expect(page.frames()).toHaveLength(1);
  await page.getByRole("button", { name: "Run code" }).click();
  const output = page.getByRole("group", { name: "Output" });
  await expect(output).toHaveText(/hello.*placeheightAmber4.*42/s);
  await expect(output.getByRole("img", { name: "Image from the code" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Close output" }).click();
  await expect(output).toHaveCount(0);
});

test("a code block in Python runs with the files of the chat", async ({ page, app }) => {
  test.slow();
  await page.goto(app.url);
  await page
    .getByTestId("attach-files")
    .setInputFiles([{ name: "tides.csv", mimeType: "text/csv", buffer: Buffer.from("place,height\nAmber,4\n") }]);
  await expect(page.getByText("tides.csv")).toBeVisible();
  await givenReply(page, `${fence}python\nprint(open("tides.csv").read())\n[{"a": 1}, {"a": 2}]\n${fence}`);
  await send(page, "go");
  await replyEnded(page);
  await page.getByRole("button", { name: "Run code" }).click();
  const output = page.getByRole("group", { name: "Output" });
  await expect(output).toContainText("Amber,4", { timeout: 45_000 });
  await expect(output.getByRole("row")).toHaveText(["a", "1", "2"]);
});

test("a code block is stopped by its button, and after ten seconds @T9.11", async ({ page, app }) => {
  test.slow();
  await openBlocks(page, app.url, ["js", 'console.log("begun"); console.log("and"); while (true) {}']);
  const output = page.getByRole("group", { name: "Output" });
  await page.getByRole("button", { name: "Run code" }).click();
  await expect(output).toHaveText(/begun\s+and/);
  await page.getByRole("button", { name: "Stop code" }).click();
  await expect(page.getByText("Stopped.", { exact: true })).toBeVisible();
  await expect(output).toHaveText(/begun/);
  await page.getByRole("button", { name: "Run code" }).click();
  await expect(page.getByText("Stopped after 10 seconds.")).toBeVisible();
});

/** A package with a binary library, built for Pyodide (Apache License 2.0, https://pypi.org/project/msgpack/1.2.4/). */
const binaryWheel = "msgpack-1.2.4-cp314-cp314-pyemscripten_2026_0_wasm32.whl";

/** A server of an operator with a list of two packages, as Pyodide describes them. */
async function startPackages() {
  const { info } = JSON.parse(readFileSync("node_modules/pyodide/pyodide-lock.json", "utf8"));
  const described = (name: string, version: string, wheel: string) => ({
    ...{ name, version, file_name: wheel, install_dir: "site", sha256: "0".repeat(64) },
    ...{ package_type: "package", imports: [name], depends: [], unvendored_tests: false, tool: {} },
  });
  const packages = {
    tides: described("tides", "1.0", "tides-1.0-py3-none-any.whl"),
    msgpack: described("msgpack", "1.2.4", binaryWheel),
  };
  const facts = "Metadata-Version: 2.1\nName: tides\nVersion: 1.0\n";
  const files: Record<string, string | Uint8Array> = {
    "/pyodide-lock.json": JSON.stringify({ info, packages }),
    "/tides-1.0-py3-none-any.whl": zipOf(
      { name: "tides/__init__.py", contents: "height = 6" },
      { name: "tides-1.0.dist-info/METADATA", contents: facts },
      { name: "tides-1.0.dist-info/WHEEL", contents: "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n" },
    ),
    [`/${binaryWheel}`]: readFileSync(`test/fixtures/python/${binaryWheel}`),
  };
  return startUpstream(({ url = "" }, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.writeHead(url in files ? 200 : 404).end(files[url]);
  });
}

test("Python imports packages that the operator serves, before it starts", needsServer, async ({ page, withApp }) => {
  test.slow();
  const packages = await startPackages();
  await withApp({ OPENAI_API_KEY: serverKey, PYODIDE_PACKAGES_URL: packages.url }, async (app) => {
    await openBlocks(
      page,
      app.url,
      ["python", "import tides\ntry:\n  import numpy\nexcept ImportError as error:\n  print(error)\ntides.height"],
      ["python", "from msgpack import _cmsgpack\n_cmsgpack.unpackb(_cmsgpack.Packer().pack({'amber': [4, 2.5]}))"],
    );
    const buttons = page.getByRole("button", { name: "Run code" });
    const output = page.getByRole("group", { name: "Output" });
    await buttons.first().click();
    await expect(output).toHaveText(/No module named 'numpy'.*6/s, { timeout: 45_000 });
    expect(packages.arrived.map(({ url }) => url)).toEqual(["/pyodide-lock.json", "/tides-1.0-py3-none-any.whl"]);
    await buttons.last().click();
    await expect(output.last()).toHaveText("{'amber': [4, 2.5]}", { timeout: 45_000 });
    expect(packages.arrived.slice(2).map(({ url }) => url)).toEqual([`/${binaryWheel}`]);
  });
  await packages.close();
});
