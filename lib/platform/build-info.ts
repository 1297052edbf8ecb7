/** Build information from the meta tag `config` of every page. */
export interface BuildInfo {
  /** `v` and the package version. */
  readonly version: string;
  /** Milliseconds since the epoch as text, or `unknown`. */
  readonly commitDate: string;
  readonly commitHash: string;
  readonly buildMode: "standalone" | "export";
  readonly isApp: boolean;
  /** The default input template. */
  readonly template: string;
}

/** Reads the build information from a document; a missing or invalid tag counts as empty. */
export function readBuildInfo(document: Pick<Document, "querySelector">): BuildInfo {
  const given = parseObject(document.querySelector('meta[name="config"]')?.getAttribute("content") ?? "{}");
  const { version, commitDate, commitHash, buildMode, isApp, template } = given;
  return {
    version: textOr("unknown", version),
    commitDate: textOr("unknown", commitDate),
    commitHash: textOr("unknown", commitHash),
    buildMode: buildMode === "export" ? buildMode : "standalone",
    isApp: isApp === true,
    template: textOr("{{input}}", template),
  };
}

/** Parses JSON by hand, because the first screen has no schema library; other values than objects count as empty. */
function parseObject(json: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(json) };
  } catch {
    return {};
  }
}

function textOr(fallback: string, value: unknown): string {
  return typeof value === "string" ? value : fallback;
}

declare global {
  /**
   * Path of the bundler's files, which an export's page sets before anything is loaded
   * (docs/decisions/0040-path-of-the-export.md).
   */
  var TURBOPACK_CHUNK_BASE_PATH: string | undefined;
}

/** The path under which the app is served, such as `/chat`; empty for the root. */
export const basePath =
  globalThis.TURBOPACK_CHUNK_BASE_PATH?.slice(0, -"/_next/".length) ?? process.env.BASE_PATH ?? "";

/** Returns the URL of a screen as the router writes it. An export has folders, whose URLs end with a slash. */
export function screenAddress(href: string): string {
  const isExport = globalThis.TURBOPACK_CHUNK_BASE_PATH !== undefined;
  return basePath + (isExport ? href.replace(/^\/[^?#]+/, "$&/") : href);
}
