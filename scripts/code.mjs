import { register } from "node:module";

// Runs the command for access codes in a checkout of the project.
register("../bench/typescript-hooks.mjs", import.meta.url);
await import("./code-command.mjs");
