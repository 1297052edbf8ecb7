import { headlessChromium } from "./chromium.mjs";
import { build } from "./freshness.mjs";
import { findPeers } from "./peers.mjs";
import { runTool } from "./run.mjs";

// Runs the end-to-end tests on all three builds.
const path = await headlessChromium();
await findPeers();
// The export first, because Next builds it in `.next` and so replaces the build there.
await build("export", ".next-export");
await build("vercel", ".next-edge");
await build("standalone");
await runTool("playwright", ["test", ...process.argv.slice(2)], path ? { CHROMIUM_PATH: path } : {});
