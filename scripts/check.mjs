import { bin, run } from "./run.mjs";

// The quick checks: types, lint, unit and contract tests.
await run(bin("next"), ["typegen"]);
await run(bin("tsc"), ["--noEmit"]);
await run(bin("biome"), ["check", "--error-on-warnings", "."]);
await run(bin("knip"), []);
await run(bin("jest"), []);
