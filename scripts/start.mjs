import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { serve } from "./run.mjs";

// Starts what was built. PORT and HOST are honoured; without HOST only this computer can reach it.
const port = process.env.PORT || "3000";
const host = process.env.HOST || "127.0.0.1";
// The built server works in a folder that the next build empties; this list is to outlive it.
const mcpConfig = resolve(process.env.MCP_CONFIG_PATH || "mcp_config.json");
const server = `${process.env.DIST_DIR || ".next"}/standalone/server.js`;
if (existsSync(server))
  await serve(process.execPath, [server], { PORT: port, HOSTNAME: host, MCP_CONFIG_PATH: mcpConfig });
else {
  const next = ["node_modules/next/dist/bin/next", "start", "-p", port, "-H", host];
  // Next reads only its options. The app reads the variable, to know who can reach it.
  await serve(process.execPath, next, { HOSTNAME: host });
}
