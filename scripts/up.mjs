import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { build, install } from "./freshness.mjs";
import { serve } from "./run.mjs";
import { addressesOf } from "./up-address.mjs";

// From a fresh clone to the running app; a second run only repeats what has changed.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.version}.`);
  process.exit(1);
}
if (existsSync(".env")) process.loadEnvFile(".env");
await install();
await build("standalone");

const port = process.env.PORT || "3000";
const { address, probe } = addressesOf(process.env);

/** Prints the app's address once it responds, and how to add a model. */
async function announce() {
  for (;;) {
    const isUp = await fetch(probe).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const hint = process.env.OPENAI_API_KEY
    ? "It answers with your OPENAI_API_KEY."
    : "It answers as a demonstration. To use a model, put OPENAI_API_KEY=… into a file named .env and start again, or enter a key under Settings.";
  console.info(`\n  Parley runs on ${address}\n  ${hint}\n`);
}

if (await isTaken()) {
  console.error(`Port ${port} is taken by another program. PORT=3001 npm run up takes another.`);
  process.exit(1);
}
void announce();
await serve(process.execPath, ["scripts/start.mjs"]);
process.exit();

/** Whether another program listens on the port already. */
async function isTaken() {
  const server = createServer();
  const free = await new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(Number(port), process.env.HOST || "127.0.0.1", () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return !free;
}
