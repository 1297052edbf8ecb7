import type { Feature } from "@/lib/brand/screens";

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

/** A text by language, and for the others under the empty one. */
export type WordsByLanguage = Readonly<Record<string, string>>;

/** A file by its address, by its path on this site, or as what it holds. */
export type BrandFile = string | Readonly<Record<string, unknown>>;

/** What an operator changes: the code says the product's name through this object alone. */
export interface Brand {
  readonly name: string;
  /** Where there is none for a language the product's own stands. */
  readonly tagline: WordsByLanguage;
  /** An image in place of the mark: its address, or its path on this site; empty for the product's own. */
  readonly logo: string;
  /** Likewise a square image for the browser's tab and the installed app: SVG, or PNG of 512 pixels. */
  readonly icon?: string;
  /** The same with room around it, for systems that cut icons into shapes of their own. */
  readonly maskableIcon?: string;
  /** A colour as `#rrggbb`, from which the accents of both themes are derived; absent for the product's own. */
  readonly accent?: string;
  /** How round cards are, in pixels from 0 to 16; all that has corners goes along. Absent for the product's own. */
  readonly radius?: number;
  /** The font of the interface. A family of the system's own needs no file; absent for the product's own. */
  readonly font?: { readonly family: string; readonly src: string };
  readonly links: BrandLinks;
  /** What is told to everybody above the screens, and where more of it stands; absent where nothing is. */
  readonly announcement?: { readonly text: WordsByLanguage; readonly link: string };
  /** What is taken from the screens. */
  readonly hidden: readonly Feature[];
  /** What stands in place of `masks.json` and `prompts.json`: its address, or itself; absent for the product's own. */
  readonly masks?: BrandFile;
  readonly prompts?: BrandFile;
  readonly updates: UpdateSource;
  /** Addresses of emoji as images, with `{code}` in the place of an emoji's code; empty draws the system's own. */
  readonly emojiImages: string;
  /** Where the market of MCP servers is asked for more of them; empty for the list that comes with the app. */
  readonly mcpRegistry: string;
}

/** The product's own brand, which stands where an operator has set nothing. */
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

/** Returns the text for a language; empty where there is none. */
export function wordsIn(words: WordsByLanguage, language: string): string {
  return words[language] ?? words[""] ?? "";
}
