import { defineConfig, devices } from "@playwright/test";
import type { Target } from "./test/e2e/support/fixtures";

const executablePath = process.env.CHROMIUM_PATH;

/** Files about one build alone; all others are one suite for each of them (docs/decisions/0044). */
const ofEdge = /\.edge\.spec\.ts$/;
const ofExport = /\.export\.spec\.ts$/;

/**
 * The standalone build runs the whole suite each time, the others a part of it, or, when asked, the whole as well. An
 * export is one build; below a path more can go wrong, so the part runs there.
 */
const [part, ownPart] = process.env.E2E_WHOLE ? [/./, /./] : [/@everywhere|\.(edge|export)\.spec/, /\.export\.spec/];

export default defineConfig<object, Target>({
  testDir: "test/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: "list",
  // Ends a test that hangs. What a test waits for has its own limit, below.
  timeout: 180_000,
  // A state that must come may take its time on a busy computer; none is waited for longer than it takes.
  expect: { timeout: 20_000 },
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
    // It would answer in place of the servers that are tested; offline.spec.ts lets it.
    serviceWorkers: "block",
    // A trace notes every step of every test: it is asked for where one is looked for.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    // Failed tests attach theirs in test/e2e/support/fixtures.ts. `only-on-failure` takes one of each passed test, too.
    screenshot: "off",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-background-networking"],
    },
  },
  projects: [
    { name: "standalone", testIgnore: [ofEdge, ofExport], use: { build: "standalone", path: "" } },
    { name: "edge", testIgnore: ofExport, grep: part, grepInvert: /@node/, use: { build: "edge", path: "" } },
    ...["", "/a/b"].map((path) => ({
      name: path ? "export-below" : "export",
      testIgnore: ofEdge,
      grep: path ? part : ownPart,
      grepInvert: /@(server|node)/,
      use: { build: "export" as const, path },
    })),
  ],
});
