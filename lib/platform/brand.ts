/** Where newer versions are told of, and where a person reads how to get one. */
export interface UpdateSource {
  /** A feed of tags (`…/tags?per_page=1`) or of commits (`…/commits?per_page=1`). */
  readonly kind: "tag" | "date";
  /** Empty: nobody is asked. */
  readonly feed: string;
  /** Empty: a newer version is named without a link. */
  readonly page: string;
}

/** Links to the project; an empty one removes its control. */
export interface BrandLinks {
  readonly project: string;
  readonly issues: string;
  readonly hostedService: string;
}

/** What a reseller changes (DESIGN §10): the code says the product's name through this object alone. */
export interface Brand {
  readonly name: string;
  /** By language, and for the others under the empty one; where there is none the product's own stands. */
  readonly taglines: Readonly<Record<string, string>>;
  /** An image in place of the mark: its address, or its path on this site; empty for the product's own. */
  readonly logo: string;
  /** A colour as `#rrggbb`, from which the accents of both themes are derived; empty for the product's own. */
  readonly accent: string;
  readonly links: BrandLinks;
  readonly updates: UpdateSource;
  /** Addresses of emoji as images, with `{code}` in the place of an emoji's code; empty draws the system's own. */
  readonly emojiImages: string;
  /** Where the market of MCP servers is asked for more of them; empty for the list that comes with the app. */
  readonly mcpRegistry: string;
}

/** The brand of this build, as it was read then (scripts/brand.mjs). */
export const brand: Brand = JSON.parse(process.env.BRAND ?? "");

/** Answers the brand's own tagline in a language; empty where it has none. */
export function taglineIn(language: string): string {
  return brand.taglines[language] ?? brand.taglines[""] ?? "";
}
