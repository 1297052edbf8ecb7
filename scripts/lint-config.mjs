import { impureGlobals, layers, pureLayers } from "./layers.mjs";

/** Modules that every folder may import besides its layers. */
const always = ["lib/errors", "lib/environment", "lib/json", "lib/zod"];

const schemaLibrary = "Import the schema library, as it is set up, from @/lib/zod.";

/** Returns the parts of a layer that are separate layers: `app/api` for `app`. */
function innerLayers(layer) {
  return Object.keys(layers).filter((other) => other.startsWith(`${layer}/`));
}

function layerOverride([layer, allowed]) {
  const own = [layer, ...allowed].flatMap((folder) => [`!@/${folder}/**`]);
  return {
    includes: [`${layer}/**`, ...innerLayers(layer).map((inner) => `!${inner}/**`)],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: "error",
            options: {
              paths: { zod: schemaLibrary, "zod/mini": schemaLibrary },
              patterns: [
                {
                  group: ["@/**", ...always.map((path) => `!@/${path}`), ...own],
                  message: `${layer} may import ${allowed.join(", ") || "no other layer"}; see scripts/layers.mjs.`,
                },
                { group: ["../**"], message: "Name other folders by their path: @/…" },
              ],
            },
          },
        },
      },
    },
  };
}

function purityOverride() {
  const deniedGlobals = Object.fromEntries(
    impureGlobals.map((name) => [name, "A pure folder decides with plain values alone; see scripts/layers.mjs."]),
  );
  return {
    includes: pureLayers.map((layer) => `${layer}/**`),
    plugins: ["./scripts/purity.grit"],
    linter: { rules: { style: { noRestrictedGlobals: { level: "error", options: { deniedGlobals } } } } },
  };
}

/** Playwright reads which fixtures a function wants off its first parameter, and insists on a pattern there. */
function endToEndOverride() {
  return { includes: ["test/e2e/**"], linter: { rules: { correctness: { noEmptyPattern: "off" } } } };
}

/** The whole configuration of Biome: format, lint, and the layers as rules. */
export function lintConfig() {
  return {
    $schema: "./node_modules/@biomejs/biome/configuration_schema.json",
    vcs: { enabled: true, clientKind: "git", useIgnoreFile: true },
    files: {
      includes: [
        "**",
        "!test/fixtures",
        "!package-lock.json",
        "!**/*.md",
        "!**/*.svg",
        "!app/tokens.css",
        "!lib/prices/price-table.json",
        "!public/rescue/words.js",
      ],
    },
    css: { parser: { cssModules: true } },
    formatter: { indentStyle: "space", lineWidth: 120 },
    linter: {
      domains: { next: "recommended", react: "recommended", test: "recommended", project: "recommended" },
      rules: {
        preset: "recommended",
        suspicious: {
          noImportCycles: { level: "error", options: { ignoreTypes: false } },
          noConsole: { level: "error", options: { allow: ["warn", "error", "info"] } },
        },
        style: { useImportType: "error", noDescendingSpecificity: "off" },
        complexity: { noImportantStyles: "off" },
      },
    },
    assist: { actions: { source: { organizeImports: "on" } } },
    overrides: [...Object.entries(layers).map(layerOverride), purityOverride(), endToEndOverride()],
  };
}
