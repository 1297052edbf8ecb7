import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desktopSession } from "../scripts/desktop-check.mjs";
import { missingToBuild, missingToTest, targetFolder } from "../scripts/desktop-tools.mjs";
import { run } from "../scripts/run.mjs";
import { medianOf } from "./browser.mjs";

/**
 * Measures the desktop app that `npm run desktop:build` has built, in its real window: its start, its memory, and the
 * time that a token needs through the shell. Skipped, with the reason, where there is no such app or no display.
 */
export default async function desktop() {
  const missing = missingToBuild() ?? missingToTest() ?? missingApp();
  if (missing) {
    console.info(`Skipped: ${missing}`);
    return [];
  }
  const { starts, megabytes, delays } = await measureWindow();
  const started = medianOf(starts);
  const sorted = delays.toSorted((a, b) => a - b);
  return [
    ...packageSizes(),
    {
      name: `message box usable after a start of the app, ${starts.length} starts`,
      unit: " ms",
      value: Math.round(started.value),
      spread: started.spread.map(Math.round),
      bound: 1500,
    },
    { name: "memory at rest, with its web processes (PSS)", unit: " MB", value: Math.round(megabytes), bound: 200 },
    {
      name: `delay of a token through the shell, 95 % of ${delays.length.toLocaleString("en")} at 200 a second`,
      unit: " ms",
      value: sorted[Math.floor(sorted.length * 0.95)],
      spread: [sorted[0], sorted.at(-1)],
      bound: 10,
    },
  ];
}

function builtApp() {
  return join(targetFolder(), "release", "parley-desktop");
}

function missingApp() {
  return existsSync(builtApp()) ? undefined : "The app is not built. Run npm run desktop:build first.";
}

/** Returns the sizes of the packages that are there. */
function packageSizes() {
  const bundle = join(targetFolder(), "release", "bundle");
  if (!existsSync(bundle)) return [];
  const files = readdirSync(bundle, { recursive: true }).filter((name) =>
    /^(deb|appimage)\/[^/]+\.(deb|AppImage)$/.test(name),
  );
  return files.map((name) => ({
    name: `package, ${name.replace(/.*\./, ".")}`,
    unit: " MB",
    value: Math.round((statSync(join(bundle, name)).size / 1e6) * 10) / 10,
    bound: 15,
  }));
}

/** Runs the measurements in a session of their own, with a display, a bus and a keychain. */
async function measureWindow() {
  const folder = mkdtempSync(join(tmpdir(), "desktop-figures-"));
  try {
    const file = join(folder, "figures.json");
    const [display, ...rest] = desktopSession;
    const measure = [...rest, process.execPath, "bench/desktop-window.mjs", file];
    await run(display, measure, { DESKTOP_BINARY: builtApp() });
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
