/** What an operator may take from the screens, with the pages that then are not there. */
export const features = {
  images: ["/sd", "/sd-new"],
  masks: ["/masks", "/new-chat"],
  mcp: ["/mcp-market"],
  plugins: ["/plugins"],
  search: ["/search-chat"],
  sync: [],
  voice: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Feature = keyof typeof features;

/** Answers the pages of these features. */
export function pagesOf(hidden: readonly Feature[]): readonly string[] {
  return hidden.flatMap((feature) => features[feature]);
}
