import nextJest from "next/jest.js";

const createJestConfig = nextJest({ dir: "./" });

/** Packages that ship ES modules only and must be transformed (next/jest replaces the list, so it is set afterwards). */
const esModules = [
  "@modelcontextprotocol/ext-apps",
  "nanoid",
  "eventsource-parser",
  "react-markdown",
  "remark-.*",
  "rehype-.*",
  "micromark.*",
  "get-east-asian-width",
  "mdast-.*",
  "unist-.*",
  "hast-.*",
  "hastscript",
  "lowlight",
  "unified",
  "vfile.*",
  "bail",
  "trough",
  "is-plain-obj",
  "decode-named-character-reference",
  "character-entities.*",
  "property-information",
  "space-separated-tokens",
  "comma-separated-tokens",
  "html-url-attributes",
  "devlop",
  "estree-util-.*",
  "ccount",
  "escape-string-regexp",
  "markdown-table",
  "longest-streak",
  "zwitch",
  "trim-lines",
  "web-namespaces",
  "html-void-elements",
  "stringify-entities",
  "use-intl",
  "intl-messageformat",
  "icu-minify",
  "@formatjs",
  "@noble",
  // Its transport calls `import()`, which Jest cannot do in packages as they are.
  "@opentelemetry",
  "idb",
  "fast-check",
  "pure-rand",
  "pdfjs-dist",
  "htmlparser2",
  "domhandler",
  "domelementtype",
  "domutils",
  "dom-serializer",
  "entities",
  "linkedom",
];

/** @type {import('jest').Config} */
const config = {
  testEnvironment: "node",
  // By default, what a late timer writes to a global of an ended test file fails the file that runs then
  // (https://github.com/jestjs/jest/issues/16443).
  testEnvironmentOptions: { globalsCleanup: "off" },
  testMatch: ["<rootDir>/test/**/*.test.{ts,tsx}"],
  testPathIgnorePatterns: ["<rootDir>/test/e2e/"],
  modulePathIgnorePatterns: ["<rootDir>/\\.next"],
  moduleNameMapper: {
    "^@/(.*)$": "<rootDir>/$1",
    // Exported for bundlers only.
    "^linkedom/worker$": "<rootDir>/node_modules/linkedom/worker.js",
  },
  setupFilesAfterEnv: ["<rootDir>/test/support/jest-setup.ts"],
  coverageProvider: "v8",
  // Of two cores Jest would use one.
  maxWorkers: 2,
  // A bound for what hangs, not for what is slow: a busy machine fails no test.
  testTimeout: 180_000,
};

export default async () => {
  const resolved = await createJestConfig(config)();
  resolved.transformIgnorePatterns = [`/node_modules/(?!(${esModules.join("|")})/)`, "^.+\\.module\\.css$"];
  return resolved;
};
