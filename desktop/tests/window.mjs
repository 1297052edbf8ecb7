import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Longest wait for something that the app shows, in milliseconds; a bound for what hangs, not for what is slow. */
const patienceMs = 60_000;

/** The program under test. */
export const binary = process.env.DESKTOP_BINARY ?? "desktop/target/debug/parley-desktop";

/** Creates an empty home folder, which is also the profile of the app. */
export function newHome() {
  return mkdtempSync(join(tmpdir(), "parley-desktop-"));
}

/** Returns the environment of a start with its own home. */
export function environmentOf(home) {
  const folders = { XDG_DATA_HOME: "data", XDG_CONFIG_HOME: "config", XDG_CACHE_HOME: "cache" };
  const own = Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(home, folder)]));
  const webview = { TAURI_WEBVIEW_AUTOMATION: "true", LC_ALL: "C.UTF-8" };
  return {
    ...process.env,
    HOME: home,
    ...own,
    ...webview,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Opens the app with a profile, and with other variables and arguments if given. `onStart` is called just before the app
 * starts. Returns the window, controlled over WebDriver.
 */
export async function openWindow(home, variables = {}, args = [], onStart = () => {}) {
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...environmentOf(home), ...variables },
    stdio: "inherit",
  });
  // A driver that is left after a failure must not hold up the tests.
  driver.unref();
  const base = `http://127.0.0.1:${port}`;

  async function ask(method, path, body, waitMs = patienceMs * 2) {
    const init = { method, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(waitMs) };
    const response = await fetch(base + path, init);
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  await until("the driver", () => ask("GET", "/status").catch(() => undefined));
  const options = { "webkitgtk:browserOptions": { binary, args } };
  onStart();
  const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: options } }).catch((error) => {
    driver.kill("SIGKILL");
    throw error;
  });
  const at = `/session/${sessionId}`;
  await ask("POST", `${at}/timeouts`, { script: patienceMs });

  function children() {
    const { stdout } = spawnSync("pgrep", ["-P", String(driver.pid)], { encoding: "utf8" });
    return stdout
      .split("\n")
      .filter((each) => each !== "")
      .map(Number);
  }

  /** Runs a function in the page; it may be asynchronous. */
  async function run(work, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${work}).apply(null, [].slice.call(arguments, 0, -1)))
        .then((value) => done({ value }), (error) => done({ error: String(error && error.stack || error) }));`;
    const { value, error } = await ask("POST", `${at}/execute/async`, { script, args });
    if (error) throw new Error(error);
    return value;
  }

  async function elementOf(find, ...args) {
    return until(`an element for ${args.join(" ")}`, () => run(find, ...args).catch(() => undefined));
  }

  async function click(find, ...args) {
    await elementOf(find, ...args);
    await until(`a click on ${args.join(" ")}`, async () => {
      const element = await run(find, ...args);
      if (!element) return undefined;
      const [id] = Object.values(element);
      return ask("POST", `${at}/element/${id}/click`, {}).then(
        () => true,
        () => undefined,
      );
    });
  }

  /** Waits until the page shows a text. */
  async function shows(text) {
    let shown = "";
    const check = async () => {
      shown = await run(shownText);
      return shown.includes(text);
    };
    await until(`“${text}”`, check).catch(({ message }) => {
      throw new Error(`${message}; the page shows: ${shown}`);
    });
  }

  return {
    run,
    click,
    shows,
    elementOf,
    async type(text, find, ...args) {
      const [id] = Object.values(await elementOf(find, ...args));
      await ask("POST", `${at}/element/${id}/clear`, {}).catch(() => undefined);
      await ask("POST", `${at}/element/${id}/value`, { text });
    },
    goTo: (url) => ask("POST", `${at}/url`, { url }),
    url: () => ask("GET", `${at}/url`),
    async screenshot(file) {
      writeFileSync(file, Buffer.from(await ask("GET", `${at}/screenshot`), "base64"));
    },
    /** Returns the number of the app's process. */
    appId: () => children()[0],
    /** Kills the app, so that it can finish nothing. */
    async kill() {
      for (const id of children()) endProcess(id);
      driver.kill("SIGKILL");
    },
    async close() {
      const ids = children();
      await ask("DELETE", at, undefined, 10_000).catch(() => undefined);
      driver.kill("SIGKILL");
      // The driver sometimes leaves the app, which would then be the single instance.
      for (const id of ids) endProcess(id);
    },
  };
}

/** Ends a process that may have ended already. */
function endProcess(id) {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Waits until `check` returns something true. */
export async function until(what, check) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not come within ${patienceMs / 1000} s`);
    await delay(100);
  }
}

/** Waits for a dialog of the shell, and presses the button at a part of its width. */
export async function pressInDialog(title, part) {
  const xdotool = (...args) => spawnSync("xdotool", args, { encoding: "utf8" }).stdout.trim();
  const id = await until(title, () => xdotool("search", "--name", title).split("\n").at(-1));
  const file = process.env.DESKTOP_SHOTS && join(process.env.DESKTOP_SHOTS, "question.png");
  if (file) spawnSync("import", ["-window", "root", file]);
  await until("an answer", () => {
    const shape = xdotool("getwindowgeometry", "--shell", id);
    const [width, height] = ["WIDTH", "HEIGHT"].map((name) => Number(new RegExp(`${name}=(\\d+)`).exec(shape)?.[1]));
    xdotool("mousemove", "--window", id, String(Math.round(width * part)), String(height - 16), "click", "1");
    return xdotool("search", "--name", title) === "";
  });
}

/** Finds a button by its name. It runs in the page. */
export function buttonNamed(name) {
  const named = [...document.querySelectorAll("button, a, [role=menuitem]")].filter(
    (each) => (each.getAttribute("aria-label") ?? each.textContent).trim() === name && each.offsetParent !== null,
  );
  return named.find((each) => !each.disabled && each.getAttribute("aria-disabled") !== "true");
}

/** Finds a field by its label. It runs in the page. */
export function fieldNamed(name) {
  return [...document.querySelectorAll("input, textarea")].find((each) => {
    const label = each.getAttribute("aria-label") ?? [...(each.labels ?? [])].map((one) => one.textContent).join(" ");
    return label.trim().startsWith(name) && each.offsetParent !== null;
  });
}

/** Ticks the box of a change that a link proposes. It runs in the page. */
function tick(label) {
  const boxes = [...document.querySelectorAll("dialog input[type=checkbox]")];
  const box = boxes.find((each) => [...each.labels].some((one) => one.textContent.includes(label)));
  if (box && !box.checked) box.click();
  return box?.checked;
}

/** Applies a key and an address by a link, as a user does. */
export async function applyProvider(window, { key, url }) {
  const settings = encodeURIComponent(JSON.stringify({ key, url: `${url}/v1` }));
  await window.goTo(`tauri://localhost/#/?settings=${settings}`);
  for (const name of ["OpenAI address", "OpenAI API key"]) await until(name, () => window.run(tick, name));
  await window.click(buttonNamed, "Apply");
}

/** Returns the text of the page. It runs in the page. */
function shownText() {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden texts do not count
  return document.body.innerText;
}

/** Returns the files below a folder that contain a text, as UTF-8 or UTF-16. */
export function filesWith(folder, text) {
  const forms = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = statSync(file).size > 0 ? readFileSync(file) : Buffer.alloc(0);
      return forms.some((form) => bytes.includes(form));
    });
}

/** Deletes a home folder, except for what is still in use. */
export function removeHome(home) {
  try {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  } catch (thrown) {
    // The document portal of the session may have mounted a folder in it, which ends with the session.
    if (thrown.code !== "EBUSY") throw thrown;
  }
}
