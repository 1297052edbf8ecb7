/** A fence that does not begin a line of JavaScript, as backticks may. */
const fence = "~~~~~~~~";

/**
 * Fences an HTML page that a model wrote without a fence: from its doctype to its end, unless code was fenced before
 * it.
 */
export function fenceBareHtml(text: string): string {
  // Few texts contain one, and this runs at every step of a growing text.
  if (!text.includes("<!")) return text;
  const start = text.search(/<!doctype html\b/i);
  if (start === -1 || /^[ \t>]*(?:```|~~~)|`$/m.test(text.slice(0, start))) return text;
  const end = /<\/html\s*>/i.exec(text.slice(start));
  const before = start === 0 ? "" : `${text.slice(0, start)}\n\n`;
  if (!end) return `${before}${fence}html\n${text.slice(start)}`;
  const after = start + end.index + end[0].length;
  return `${before}${fence}html\n${text.slice(start, after)}\n${fence}\n\n${text.slice(after)}`;
}
