import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { serve } from "./run.mjs";

// Starts the build. PORT and HOST are used; without HOST only this computer can reach it.
const port = process.env.PORT || "3000";
const host = process.env.HOST || "127.0.0.1";
// The server runs in a folder that the next build replaces; this file must survive that.
const mcpConfig = resolve(process.env.MCP_CONFIG_PATH || "mcp_config.json");
/** A small young generation that is collected often, because a relay keeps nothing (docs/decisions/0050-relay-path.md). */
const memory = ["--max-semi-space-size=8"];
const server = `${process.env.DIST_DIR || ".next"}/standalone/server.js`;
if (existsSync(server))
  await serve(process.execPath, [...memory, server], { PORT: port, HOSTNAME: host, MCP_CONFIG_PATH: mcpConfig });
else {
  const next = ["node_modules/next/dist/bin/next", "start", "-p", port, "-H", host];
  // Next reads only its options. The app reads the variable, to know who can reach it.
  await serve(process.execPath, next, { HOSTNAME: host });
}
