/** The kind of preview beside a source: a page or picture in a frame, or a diagram. */
export type PreviewKind = "page" | "diagram";

const pageLanguages = new Set(["html", "htm", "xhtml", "svg"]);

/** Returns the kind of preview of a code block; null if it has none. */
export function previewKind(code: string, language: string): PreviewKind | null {
  const name = language.toLowerCase();
  if (name === "mermaid") return "diagram";
  if (pageLanguages.has(name)) return "page";
  const isPage = /^\s*(?:<!doctype\s+html\b|<svg\b|<\?xml\b[^>]*>\s*(?:<!doctype[^>]*>\s*)?<svg\b)/i;
  return isPage.test(code.slice(0, 1000)) ? "page" : null;
}

/** Whether a page contains scripts. It then only runs after a click. */
export function hasScript(code: string): boolean {
  return /<script\b|\son[a-z]+\s*=|javascript:/i.test(code);
}
