/** Names of what is counted in a takeover, in the order in which it is shown. */
export const takeoverThings = [
  "chats",
  "messages",
  "masks",
  "prompts",
  "plugins",
  "servers",
  "images",
  "keys",
  "drafts",
] as const;

/** Numbers of things that were taken over of a NextChat. `servers` are MCP servers, `images` those of image tasks. */
export type TakeoverCounts = Readonly<Record<(typeof takeoverThings)[number], number>>;

/** Returns the counts of nothing. */
export function noCounts(): TakeoverCounts {
  return { chats: 0, messages: 0, masks: 0, prompts: 0, plugins: 0, servers: 0, images: 0, keys: 0, drafts: 0 };
}

/** Combines two counts, thing by thing. */
export function combineCounts(
  one: TakeoverCounts,
  other: TakeoverCounts,
  combine: (one: number, other: number) => number,
): TakeoverCounts {
  const counts = takeoverThings.map((thing) => [thing, combine(one[thing], other[thing])]);
  return { ...noCounts(), ...Object.fromEntries(counts) };
}
