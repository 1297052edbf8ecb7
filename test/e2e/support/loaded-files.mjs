import { createRequire } from "node:module";

// Loaded into an app by NODE_OPTIONS: at SIGUSR2 its log lists the files that it has loaded.
const { cache } = createRequire(import.meta.url);
process.on("SIGUSR2", () => {
  for (const file of Object.keys(cache)) console.info(`Loaded ${file}`);
  console.info("Loaded all.");
});
