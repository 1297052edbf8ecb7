import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes the `.env` files that Next copies beside a standalone server. The server would load them: they contain keys,
 * and a line deleted later would stay in effect
 * (https://nextjs.org/docs/app/api-reference/config/next-config-js/output).
 */
export function removeEnvFiles(folder) {
  for (const name of readdirSync(folder)) if (/^\.env(\.|$)/.test(name)) rmSync(join(folder, name));
}
