import { headlessChromium } from "./chromium.mjs";
import { build } from "./freshness.mjs";
import { findPeers } from "./peers.mjs";
import { bin, run } from "./run.mjs";

// Runs the end-to-end tests against all three builds of the tree.
const path = await headlessChromium();
await findPeers();
// The export first: Next makes it in `.next`, whose build is then gone.
await build("export", ".next-export");
await build("vercel", ".next-edge");
await build("standalone");
await run(bin("playwright"), ["test", ...process.argv.slice(2)], path ? { CHROMIUM_PATH: path } : {});
