/** Commands that run instead of sending a message that consists of a colon and one of these names, in display order. */
export const chatCommands = ["new", "newm", "next", "prev", "clear", "fork", "several", "del"] as const;

export type ChatCommand = (typeof chatCommands)[number];

/**
 * Returns the name, or its prefix, after a leading colon (ASCII or full-width). Phones may capitalize the first letter;
 * a single capital is an emoticon, such as `:D`.
 */
function commandNameIn(text: string): string | undefined {
  return /^[:\uff1a]([a-z]*|[A-Z][a-z]+)\s*$/.exec(text)?.[1]?.toLowerCase();
}

/** Returns the commands that a text can be completed to; an empty list if it starts none. */
export function commandsFor(text: string): readonly ChatCommand[] {
  const beginning = commandNameIn(text);
  return beginning === undefined ? [] : chatCommands.filter((name) => name.startsWith(beginning));
}

/** Returns the command that a text is. Without the colon, a name is an ordinary message. */
export function commandOf(text: string): ChatCommand | undefined {
  const wanted = commandNameIn(text);
  return chatCommands.find((name) => name === wanted);
}
