import * as v from "valibot";

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

const buildInfoSchema: v.GenericSchema<unknown, BuildInfo> = v.object({
  version: v.fallback(v.string(), "unknown"),
  commitDate: v.fallback(v.string(), "unknown"),
  commitHash: v.fallback(v.string(), "unknown"),
  buildMode: v.fallback(v.picklist(["standalone", "export"]), "standalone"),
  isApp: v.fallback(v.boolean(), false),
  template: v.fallback(v.string(), "{{input}}"),
});

/** Reads the build information from a document; a missing or invalid tag counts as empty. */
export function readBuildInfo(document: Pick<Document, "querySelector">): BuildInfo {
  const content = document.querySelector('meta[name="config"]')?.getAttribute("content") ?? "{}";
  try {
    return v.parse(buildInfoSchema, JSON.parse(content));
  } catch {
    return v.parse(buildInfoSchema, {});
  }
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
