/** Length from which a text is not a prompt search, in characters. */
const searchedChars = 30;

/** Returns the search text after a leading slash; undefined without a slash. */
export function promptQuery(text: string): string | undefined {
  return text.startsWith("/") && text.trim().length < searchedChars ? text.slice(1).trim() : undefined;
}

/** Whether a draft is not empty and not a search for a prompt, so that a slash cannot start one. */
export function isPromptSearchTaken(text = ""): boolean {
  return text !== "" && promptQuery(text) === undefined;
}
