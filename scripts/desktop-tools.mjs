import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { canInstall, install } from "./debian.mjs";
import { runNpm } from "./run.mjs";

/** Debian packages with which the desktop app is built. */
const toBuild = [
  "pkg-config",
  "build-essential",
  "libwebkit2gtk-4.1-dev",
  "librsvg2-dev",
  "libssl-dev",
  "libsqlite3-dev",
];

/**
 * Debian packages with which its window is tested: a display, a driver, a keychain, a server of notifications, a tray's
 * library, and a manager of windows.
 */
const toTest = [
  "webkit2gtk-driver",
  "xvfb",
  "xauth",
  "xdotool",
  "dbus-daemon",
  "gnome-keyring",
  "libsecret-tools",
  "procps",
  "dunst",
  "libayatana-appindicator3-1",
  "libglib2.0-bin",
  "openbox",
  "wmctrl",
];

/** The way to Rust: its own installer. */
const rustHint = "Rust is missing: install it from https://rustup.rs, then open a new terminal.";

/** Returns the folder of the crate. */
export const crate = "desktop";

/**
 * Whether a program is in a folder of PATH. Windows separates the folders by semicolons, and adds an ending to the name.
 *
 * @param {string} program
 * @param {{ env?: Record<string, string | undefined>, platform?: string }} [system]
 */
export function isThere(program, { env = process.env, platform = process.platform } = {}) {
  const isWindows = platform === "win32";
  // The copy of the environment that a caller makes has the name as Windows writes it.
  const folders = env.PATH ?? env.Path ?? "";
  const endings = isWindows ? (env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";") : [""];
  const names = endings.map((ending) => `${program}${ending.toLowerCase()}`);
  const { delimiter } = isWindows ? win32 : posix;
  return folders.split(delimiter).some((folder) => folder && names.some((name) => existsSync(join(folder, name))));
}

function hasLibrary(name) {
  return spawnSync("pkg-config", ["--exists", name]).status === 0;
}

/**
 * Returns why the desktop app cannot be built; undefined if it can. On Linux it needs WebKitGTK, elsewhere the system
 * brings its web view.
 */
export function missingToBuild() {
  if (!isThere("cargo")) return rustHint;
  if (process.platform !== "linux" || (hasLibrary("webkit2gtk-4.1") && hasLibrary("sqlite3"))) return undefined;
  return `WebKitGTK 4.1 or SQLite is missing. On Debian and Ubuntu: sudo apt-get install ${toBuild.join(" ")}`;
}

/** Returns why the window cannot be tested; undefined if it can. */
export function missingToTest() {
  const programs = [
    ...["WebKitWebDriver", "xvfb-run", "dbus-run-session", "gnome-keyring-daemon", "secret-tool", "dunst"],
    ...["gdbus", "openbox", "wmctrl"],
  ];
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return undefined;
  return `${missing.join(", ")} cannot be found. On Debian: sudo apt-get install ${toTest.join(" ")}`;
}

/** Installs what is missing as root on Debian. A failure is only reported, and the caller finds what is still missing. */
export async function installTools({ forTests }) {
  if (!isThere("cargo") || !canInstall()) return;
  const isComplete = missingToBuild() === undefined && !(forTests && missingToTest());
  if (isComplete) return;
  console.info("Desktop: installing Debian's packages.");
  await install(...toBuild, ...(forTests ? toTest : [])).catch(({ message }) => console.warn(`Desktop: ${message}`));
}

/** Returns the folder of Rust's output. */
export function targetFolder() {
  const options = { cwd: crate, encoding: "utf8", maxBuffer: 2 ** 27 };
  const found = execFileSync("cargo", ["metadata", "--format-version=1", "--no-deps", "--offline"], options);
  return JSON.parse(found).target_directory;
}

/** Tauri's own tool, with the arguments of npx. */
const tauriTool = ["--yes", "@tauri-apps/cli@2.12.5"];

/** Signs a package for updates, with the operator's key in the environment. It names the version that it contains. */
export function signPackage(file, version, start = runNpm) {
  return start("npx", [...tauriTool, "signer", "sign", "--app-version", version, file], { CI: "true" });
}

/**
 * Builds packages with Tauri's own tool, which is fetched only here, because nothing else needs it. `TAURI_CONFIG` is
 * passed as a file: the tool itself ignores the variable, so the packages would have no brand and no updates.
 *
 * @param {string} bundles
 * @param {{ config?: string, start?: typeof runNpm }} [options]
 */
export async function packDesktop(bundles, { config = process.env.TAURI_CONFIG, start = runNpm } = {}) {
  const args = [...tauriTool, "build", "--bundles", bundles];
  const env = { CI: "true" };
  if (!config) return start("npx", args, env);
  const folder = mkdtempSync(join(tmpdir(), "tauri-"));
  try {
    const file = join(folder, "tauri.json");
    writeFileSync(file, config);
    return await start("npx", [...args, "--config", file], env);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
