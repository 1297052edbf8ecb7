import { runTool } from "./run.mjs";

// The quick checks: types, lint, unit and contract tests.
await runTool("next", ["typegen"]);
await runTool("tsc", ["--noEmit"]);
await runTool("biome", ["check", "--error-on-warnings", "."]);
await runTool("knip", []);
await runTool("jest", []);
