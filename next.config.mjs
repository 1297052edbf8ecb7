import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { basePathCode, placeholder } from "./scripts/base-path.mjs";
import { securityHeaders } from "./scripts/security-headers.mjs";
import { readShareService } from "./scripts/share-service.mjs";

/**
 * Three builds from one tree (docs/decisions/0005): `standalone` (the default; one Node server), `vercel` (edge
 * functions; the default on Vercel itself) and `export` (a folder of static files, no server).
 */
const mode = process.env.BUILD_MODE || (process.env.VERCEL ? "vercel" : "standalone");
if (!["standalone", "vercel", "export"].includes(mode)) {
  throw new Error(`BUILD_MODE is "${mode}"; it must be standalone, vercel or export.`);
}
const isExport = mode === "export";
const distDir = process.env.DIST_DIR || ".next";

const openTelemetry = "**/node_modules/@opentelemetry/**";

/** Returns what git says, or `unknown` where there is no version-control data. */
function git(...args) {
  try {
    return (
      execFileSync("git", args, { stdio: ["ignore", "pipe", "ignore"] })
        .toString()
        .trim() || "unknown"
    );
  } catch {
    return "unknown";
  }
}

const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));
/** What a server counts as set where it is started without it. */
const builtBrand = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("BRAND_")));
const commitSeconds = git("log", "-1", "--format=%at");
const buildInfo = {
  version: `v${version}`,
  commitDate: commitSeconds === "unknown" ? "unknown" : `${commitSeconds}000`,
  commitHash: git("log", "-1", "--format=%H"),
  buildMode: isExport ? "export" : "standalone",
  isApp: Boolean(process.env.BUILD_APP),
  template: process.env.DEFAULT_INPUT_TEMPLATE || "{{input}}",
  // A server asks the service for its pages, and reads when it starts where that is.
  share: isExport ? readShareService(process.env) : undefined,
};

/** Makes Next's router read the base path from the page. */
const routerBasePath = {
  condition: {
    path: /next\/dist\/(esm\/)?client\/((add|has|remove)-base-path|components\/segment-cache\/fetch)\.js$/,
  },
  loaders: [fileURLToPath(new URL("./scripts/router-base-path.mjs", import.meta.url))],
  as: "*.js",
};

/** @type {import('next').NextConfig} */
const nextConfig = {
  agentRules: false,
  distDir,
  // A build reads the app without its tests. Next writes the folder's types into the configuration that it is given, so
  // another folder than `.next` has one of its own (scripts/build.mjs).
  typescript: {
    tsconfigPath: distDir === ".next" ? "tsconfig.build.json" : `tsconfig${distDir}.json`,
    // `npm run verify` has checked all types but those of the edge build's routes, which only Next's own check reads.
    ignoreBuildErrors: process.env.TYPES_CHECKED === "1" && mode !== "vercel",
  },
  output: mode === "vercel" ? undefined : mode,
  // Pages are `.tsx` and exist everywhere, or `.server.tsx` and exist only on servers; what a server serves is `.ts` and comes in pairs, one a runtime. What an export
  // has as a file has a third.
  pageExtensions: isExport
    ? ["tsx", "export.ts"]
    : ["tsx", "server.tsx", "ts", mode === "standalone" ? "node.ts" : "edge.ts"],
  trailingSlash: isExport,
  // An export finds its path when it is served (docs/decisions/0040).
  ...(isExport ? { assetPrefix: placeholder } : { basePath: process.env.BASE_PATH || undefined }),
  images: { unoptimized: true },
  // What would scale images, 20 MB of a standalone server: the line above scales none.
  // OpenTelemetry is bundled with the code that uses it (docs/decisions/0093). Next would load this copy at each start.
  outputFileTracingExcludes: {
    "/**": [openTelemetry],
    "next-server": ["**/node_modules/sharp/**", "**/node_modules/@img/**", openTelemetry],
  },
  poweredByHeader: false,
  // Static files get theirs from whoever serves them.
  ...(!isExport && { headers: async () => securityHeaders() }),
  // The page that saves the data without the app is a plain file (public/rescue); a static host finds it by its folder.
  // It is sent there, since its scripts stand beside it and it does not know the base path.
  ...(!isExport && {
    redirects: async () => [{ source: "/rescue", destination: "/rescue/index.html", permanent: false }],
  }),
  // The names under which browsers, phones and programs look for these files without reading a page.
  ...(!isExport && {
    rewrites: async () => [
      { source: "/favicon.ico", destination: "/icon-192.png" },
      { source: "/apple-touch-icon.png", destination: "/icon-192.png" },
      { source: "/site.webmanifest", destination: "/manifest.webmanifest" },
    ],
  }),
  env: {
    BUILD_INFO: JSON.stringify(buildInfo),
    BASE_PATH: isExport ? placeholder : process.env.BASE_PATH || "",
    // The same for scripts that stand in a page.
    BASE_PATH_CODE: isExport ? basePathCode : JSON.stringify(process.env.BASE_PATH || ""),
    BUILT_BRAND: JSON.stringify(builtBrand),
    // Other builds contain none of the code for the desktop shell.
    BUILD_APP: isExport && process.env.BUILD_APP ? "1" : "",
    BUILT_APP_ADDRESS: isExport && process.env.BUILD_APP ? process.env.APP_ADDRESS || "" : "",
  },
  // Messages are compiled when the app is built, and only what formats them goes along.
  turbopack: {
    resolveAlias: {
      "use-intl/format-message": "use-intl/format-message/format-only",
      // Next loads its own copy at each start, so another one would be loaded in vain.
      "@opentelemetry/api": "next/dist/compiled/@opentelemetry/api",
    },
    rules: {
      "*.js": [
        {
          condition: { path: /next\/dist\/build\/polyfills\/polyfill-module\.js$/ },
          loaders: [fileURLToPath(new URL("./scripts/needed-polyfills.mjs", import.meta.url))],
          as: "*.js",
        },
        ...(isExport ? [routerBasePath] : []),
      ],
      "*.ts": {
        condition: { path: /(^|\/)locales\/\w+\/(first|settings|rest)\.ts$/ },
        loaders: [fileURLToPath(new URL("./scripts/compile-words.mjs", import.meta.url))],
        as: "*.js",
      },
    },
  },
  // Without it a request body above 10 MB would be cut without a word.
  experimental: {
    proxyClientMaxBodySize: "64mb",
    // Only a second build in the same tree would read it; writing its 0.5 GB takes 10 to 27 s.
    turbopackFileSystemCacheForBuild: false,
    // Fewer and larger files: see docs/decisions/0086-size-of-chunks.md.
    turbopackChunking: { minChunkSize: 200_000 },
    // See docs/decisions/0087-lists-of-lazy-files.md.
    turbopackClientSideNestedAsyncChunking: false,
  },
};
export default nextConfig;
