import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes the settings files that Next copies beside a standalone server, which would load them: they carry keys, and a
 * line that is deleted later would stay in force (https://nextjs.org/docs/app/api-reference/config/next-config-js/output).
 */
export function removeEnvFiles(folder) {
  for (const name of readdirSync(folder)) if (/^\.env(\.|$)/.test(name)) rmSync(join(folder, name));
}
