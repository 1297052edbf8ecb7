/** What of an address may ask the app for something, by name (docs/links.md). */
export const linkParameters = ["settings", "code", "model", "mask", "fill", "submit"] as const;

export type LinkParameter = (typeof linkParameters)[number];

/** A parameter as the query parser has decoded it. */
export type NamedValue = readonly [name: string, value: string];

/** The most characters that each of them may have; what is longer is refused unread. */
export const maxChars: Readonly<Record<LinkParameter, number>> = {
  settings: 20_000,
  code: 200,
  model: 200,
  mask: 64_000,
  fill: 32_000,
  submit: 32_000,
};
