import { existsSync } from "node:fs";
import { serve } from "./run.mjs";

// Starts what was built. PORT and HOST are honoured; without HOST only this computer can reach it.
const port = process.env.PORT || "3000";
const host = process.env.HOST || "127.0.0.1";
const server = `${process.env.DIST_DIR || ".next"}/standalone/server.js`;
if (existsSync(server)) await serve(process.execPath, [server], { PORT: port, HOSTNAME: host });
else await serve(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", port, "-H", host]);
