import { chromium } from "./chromium.mjs";
import { build } from "./freshness.mjs";
import { bin, run } from "./run.mjs";

// Runs the end-to-end tests against all three builds of the tree.
const path = await chromium();
await build("standalone");
await build("vercel", ".next-edge");
await build("export", ".next-export");
await run(bin("playwright"), ["test", ...process.argv.slice(2)], path ? { CHROMIUM_PATH: path } : {});
