import * as z from "zod/mini";

/** What the build knows of itself, from the meta tag `config` of every page (§0.2). */
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

const buildInfoSchema: z.ZodMiniType<BuildInfo> = z.object({
  version: z.catch(z.string(), "unknown"),
  commitDate: z.catch(z.string(), "unknown"),
  commitHash: z.catch(z.string(), "unknown"),
  buildMode: z.catch(z.enum(["standalone", "export"]), "standalone"),
  isApp: z.catch(z.boolean(), false),
  template: z.catch(z.string(), "{{input}}"),
});

/** Reads the build's description from a document; a missing or broken tag counts as an empty one. */
export function readBuildInfo(document: Pick<Document, "querySelector">): BuildInfo {
  const content = document.querySelector('meta[name="config"]')?.getAttribute("content") ?? "{}";
  try {
    return buildInfoSchema.parse(JSON.parse(content));
  } catch {
    return buildInfoSchema.parse({});
  }
}

/** The path under which the app is served, such as `/chat`; empty for the root. */
export const basePath = process.env.BASE_PATH ?? "";
