/** A report of a framed page. */
export interface PreviewReport {
  /** In pixels, within the limits of a frame in a message. */
  readonly height: number;
  /** A line of text. */
  readonly title: string;
}

/** Limits of the height of a preview, in pixels. */
const bounds = { least: 80, most: 600 } as const;
/** Maximum length of a title, shown and as received, in characters. */
const maxTitle = 100;
const maxReceivedTitle = 200;

/** Parses a message of a framed page; null unless it has a size and a title. */
export function readPreviewReport(data: unknown): PreviewReport | null {
  if (typeof data !== "object" || data === null) return null;
  const height: unknown = Reflect.get(data, "height");
  const title: unknown = Reflect.get(data, "title");
  if (typeof height !== "number" || !Number.isFinite(height)) return null;
  return {
    height: Math.round(Math.min(bounds.most, Math.max(bounds.least, height))),
    title:
      typeof title === "string" ? title.slice(0, maxReceivedTitle).replace(/\s+/g, " ").trim().slice(0, maxTitle) : "",
  };
}
