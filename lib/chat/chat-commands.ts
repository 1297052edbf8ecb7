/** What is done in place of sending when a message is a colon and one of these names, in the order of the list. */
export const chatCommands = ["new", "newm", "next", "prev", "clear", "fork", "del"] as const;

export type ChatCommand = (typeof chatCommands)[number];

/**
 * Returns the name, or its beginning, behind the colon that begins a text, a full-width one too. A phone may have made its
 * first letter a capital; a capital alone is a face, as in `:D`.
 */
function commandNameIn(text: string): string | undefined {
  return /^[:\uff1a]([a-z]*|[A-Z][a-z]+)\s*$/.exec(text)?.[1]?.toLowerCase();
}

/** Returns the commands that a text may become; none for a text that begins none. */
export function commandsFor(text: string): readonly ChatCommand[] {
  const beginning = commandNameIn(text);
  return beginning === undefined ? [] : chatCommands.filter((name) => name.startsWith(beginning));
}

/** Returns the command that a text is; a name without its colon is a message like any other. */
export function commandOf(text: string): ChatCommand | undefined {
  const wanted = commandNameIn(text);
  return chatCommands.find((name) => name === wanted);
}
