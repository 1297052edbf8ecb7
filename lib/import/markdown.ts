/** Returns a fenced code block whose fence is longer than any in the text. */
export function fenced(text: string, language = ""): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, { length: found }) => Math.max(length, found), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${/^[\w+#-]*$/.test(language) ? language : ""}\n${text}\n${fence}`;
}

/** Returns a link to a web URL, or only the title if the URL is invalid. */
export function linked(title: string, url: unknown): string {
  if (typeof url !== "string" || !/^https?:\/\/[^\s<>]+$/i.test(url)) return title;
  return `[${title.replace(/[[\]\\]/g, "\\$&") || url}](<${url}>)`;
}

/** Joins the texts that are not blank with blank lines. */
export function paragraphs(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== "").join("\n\n");
}
