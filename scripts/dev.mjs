import { copyLibraries } from "./copy-libraries.mjs";
import { serve, toolFile } from "./run.mjs";

// Starts the app for development.
copyLibraries();
await serve(process.execPath, [toolFile("next"), "dev", ...process.argv.slice(2)]);
