import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { canInstall, install } from "./debian.mjs";

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

function isThere(program) {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(`${folder}/${program}`));
}

function hasLibrary(name) {
  return spawnSync("pkg-config", ["--exists", name]).status === 0;
}

/**
 * Returns why the desktop app cannot be built; undefined if it can. On Linux it needs WebKitGTK, elsewhere the system
 * brings its web view.
 */
export function missingToBuild() {
  if (!isThere(process.platform === "win32" ? "cargo.exe" : "cargo")) return rustHint;
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
