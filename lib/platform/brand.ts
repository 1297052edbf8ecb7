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
}

/**
 * Reads a brand from the variables `BRAND_…` of the build (.env.example).
 *
 * @throws Error where one of them is not what it is to be, so that a build with it fails.
 */
export function readBrand(given: Readonly<Record<string, string>>): Brand {
  const value = (name: string) => given[name]?.trim() ?? "";
  const address = (name: string) => matching(name, value(name), /^(https?:\/\/|$)/, "an address with https://");
  return {
    name: value("BRAND_NAME") || "Parley",
    taglines: taglinesOf(given),
    logo: matching(
      "BRAND_LOGO",
      value("BRAND_LOGO"),
      /^(https:\/\/|\/(?!\/)|$)/,
      "an address, or a path such as /logo.svg",
    ),
    accent: matching("BRAND_ACCENT", value("BRAND_ACCENT"), /^(#[\da-f]{6}|)$/i, "a colour such as #566917"),
    links: {
      project: address("BRAND_PROJECT_URL"),
      issues: address("BRAND_ISSUES_URL"),
      hostedService: address("BRAND_HOSTED_URL"),
    },
    updates: { kind: "tag", feed: "", page: "" },
    emojiImages: "",
  };
}

function matching(name: string, value: string, pattern: RegExp, kind: string): string {
  if (!pattern.test(value)) throw new Error(`${name} is "${value}"; it must be ${kind}, or empty.`);
  return value;
}

/** `BRAND_TAGLINE` holds for all languages, `BRAND_TAGLINE_AR` for one of them. */
function taglinesOf(given: Readonly<Record<string, string>>): Record<string, string> {
  const taglines = Object.entries(given).flatMap(([name, text]) => {
    const language = /^BRAND_TAGLINE(?:_([A-Z]+))?$/.exec(name);
    return language && text.trim() !== "" ? [[language[1]?.toLowerCase() ?? "", text.trim()]] : [];
  });
  return Object.fromEntries(taglines);
}

/** The brand of this build. */
export const brand = readBrand(JSON.parse(process.env.BRAND || "{}"));

/** Answers the brand's own tagline in a language; empty where it has none. */
export function taglineIn(language: string): string {
  return brand.taglines[language] ?? brand.taglines[""] ?? "";
}
