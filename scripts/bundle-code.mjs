import { build } from "esbuild";

/** Packages of CommonJS in the bundle load Node's own modules with `require`. */
const requireForPackages = `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);`;

/** Bundles the command for access codes with all that it needs, for servers without the project's tools. */
export async function bundleCodeCommand(file) {
  await build({
    entryPoints: ["scripts/code-command.mjs"],
    outfile: file,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "esm",
    banner: { js: requireForPackages },
    logLevel: "warning",
  });
}
