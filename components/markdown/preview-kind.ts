/** What can be shown beside its source: a page or picture in a frame, or a diagram that is drawn from it. */
export type PreviewKind = "page" | "diagram";

const pageLanguages = new Set(["html", "htm", "xhtml", "svg"]);

/** Returns what a block of code shows when it is more than text; null for all other code. */
export function previewKind(code: string, language: string): PreviewKind | null {
  const name = language.toLowerCase();
  if (name === "mermaid") return "diagram";
  if (pageLanguages.has(name)) return "page";
  const isPage = /^\s*(?:<!doctype\s+html\b|<svg\b|<\?xml\b[^>]*>\s*(?:<!doctype[^>]*>\s*)?<svg\b)/i;
  return isPage.test(code.slice(0, 1000)) ? "page" : null;
}

/** Whether a page does something by itself: it runs only when the user says so. */
export function hasScript(code: string): boolean {
  return /<script\b|\son[a-z]+\s*=|javascript:/i.test(code);
}
