/** URL parameters that can request actions of the app (docs/links.md). */
export const linkParameters = ["settings", "code", "model", "mask", "fill", "submit"] as const;

export type LinkParameter = (typeof linkParameters)[number];

/** A parameter as decoded by the query parser. */
export type NamedValue = readonly [name: string, value: string];

/** Maximum length of each parameter, in characters; longer ones are rejected without parsing. */
export const maxChars: Readonly<Record<LinkParameter, number>> = {
  settings: 20_000,
  code: 2000,
  model: 200,
  mask: 64_000,
  fill: 32_000,
  submit: 32_000,
};
