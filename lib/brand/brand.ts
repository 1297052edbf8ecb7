import type { Feature } from "@/lib/brand/screens";

/** The source of new versions, and the page with instructions for updating. */
export interface UpdateSource {
  /** Type of the feed: tags (`…/tags?per_page=1`) or commits (`…/commits?per_page=1`). */
  readonly kind: "tag" | "date";
  /** URL of the feed; empty disables update checks. */
  readonly feed: string;
  /** URL of the instructions; empty: new versions are shown without a link. */
  readonly page: string;
}

/** Links that every visitor must be able to find, in the order in which they are listed. */
export const siteLinkNames = ["imprint", "terms", "privacy", "support"] as const;

/** Links to the project and of the site; an empty or missing one hides its control. */
export interface BrandLinks extends Readonly<Partial<Record<(typeof siteLinkNames)[number], string>>> {
  readonly project: string;
  readonly issues: string;
  readonly hostedService: string;
}

/** A text by language; the empty key is for all other languages. */
export type TextByLanguage = Readonly<Record<string, string>>;

/** A file by its URL, by its path on this site, or as its content. */
export type BrandFile = string | Readonly<Record<string, unknown>>;

/** The value of a setting in `DEFAULTS`. */
export type SiteValue = string | number | boolean;

/** The operator's choices that pages need at their start; `config.json` contains them. */
export interface SiteDefaults {
  /** Values for new users, by setting. */
  readonly settings: Readonly<Record<string, SiteValue>>;
  /** Settings whose values always apply. */
  readonly fixed: readonly string[];
  /** Settings that are not shown. */
  readonly hidden: readonly string[];
  /** Whether the server cannot fetch them yet, so that the browser of a new user asks again at its next start. */
  readonly isPending?: boolean;
}

/** The services that count visits. */
export interface SiteAnalytics {
  /** Whether Vercel's web analytics is used. */
  readonly vercel: boolean;
  /** Measurement id of Google Analytics, such as `G-AB12CD34EF`; empty without it. */
  readonly ga: string;
  /** Container id of Google Tag Manager, such as `GTM-AB12CD3`; empty without it. */
  readonly gtm: string;
}

/** The changeable parts of the product: all code takes the product's name from this object. */
export interface Brand {
  readonly name: string;
  /** Tagline; languages without one use the product's own. */
  readonly tagline: TextByLanguage;
  /** Logo image that replaces the mark: its URL or path on this site; empty for the product's own. */
  readonly logo: string;
  /** Square image for the browser tab and the installed app: SVG, or PNG of 512 pixels. */
  readonly icon?: string;
  /** The same image with a safe zone around it, for systems that crop icons. */
  readonly maskableIcon?: string;
  /** Color as `#rrggbb`, from which the accents of both themes are derived; absent for the product's own. */
  readonly accent?: string;
  /** Corner radius of cards, in pixels from 0 to 16; other radii scale with it. Absent for the product's own. */
  readonly radius?: number;
  /** The UI font. A system font family needs no file; absent for the product's own. */
  readonly font?: { readonly family: string; readonly src: string };
  readonly links: BrandLinks;
  /** Announcement above all screens, with a link to details; absent without an announcement. */
  readonly announcement?: { readonly text: TextByLanguage; readonly link: string };
  /** Features that are hidden. */
  readonly hidden: readonly Feature[];
  /** Replacements for `masks.json` and `prompts.json`: the URL or the content; absent for the product's own. */
  readonly masks?: BrandFile;
  readonly prompts?: BrandFile;
  readonly updates: UpdateSource;
  /** URL template of emoji images, with `{code}` for the emoji's code; empty uses the system's own. */
  readonly emojiImages: string;
  /** URL of an MCP registry for the market of MCP servers; empty for the list that comes with the app. */
  readonly mcpRegistry: string;
  /** Services that count visits; absent without any. */
  readonly analytics?: SiteAnalytics;
  /** Defaults of new users; absent without `DEFAULTS`. */
  readonly defaults?: SiteDefaults;
}

/** The product's own brand, used where an operator has set nothing. */
export const ownBrand: Brand = {
  name: "Parley",
  tagline: {},
  logo: "",
  links: { project: "", issues: "", hostedService: "" },
  hidden: [],
  updates: { kind: "tag", feed: "", page: "" },
  emojiImages: "",
  mcpRegistry: "",
};

/** Returns the text for a language; empty if the brand has no text. */
export function textIn(texts: TextByLanguage, language: string): string {
  return texts[language] ?? texts[""] ?? "";
}
