import { existsSync } from "node:fs";
import { build, install } from "./freshness.mjs";
import { serve } from "./run.mjs";

// From a fresh clone to the running app; on a second run only what has changed is done again.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.version}.`);
  process.exit(1);
}
if (existsSync(".env")) process.loadEnvFile(".env");
await install();
await build("standalone");

const port = process.env.PORT || "3000";
console.info(`\n  Parley runs on http://localhost:${port}`);
console.info(
  process.env.OPENAI_API_KEY
    ? "  It answers with your OPENAI_API_KEY.\n"
    : "  It answers as a demonstration. To use a model, put OPENAI_API_KEY=… into a file named .env and start again, or enter a key under Settings.\n",
);
await serve(process.execPath, ["scripts/start.mjs"]);
if (process.exitCode) console.error(`The app stopped. If port ${port} is taken, PORT=3001 npm run up takes another.`);
