import { copyLibraries } from "./copy-libraries.mjs";
import { bin, serve } from "./run.mjs";

// Starts the app for development.
copyLibraries();
await serve(bin("next"), ["dev", ...process.argv.slice(2)]);
