import { defineConfig, devices } from "@playwright/test";

const executablePath = process.env.CHROMIUM_PATH;

/** Files by build: most run against the standalone server, a few against the other two. */
const builds = { edge: /\.edge\.spec\.ts$/, export: /\.export\.spec\.ts$/ };

export default defineConfig<object, { path: string }>({
  testDir: "test/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: "list",
  timeout: 60_000,
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
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-background-networking"],
    },
  },
  projects: [
    { name: "standalone", testIgnore: Object.values(builds) },
    { name: "edge", testMatch: builds.edge },
    { name: "export", testMatch: builds.export },
    { name: "export-below", testMatch: builds.export, use: { path: "/a/b" } },
  ],
});
