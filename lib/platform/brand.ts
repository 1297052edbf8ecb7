/** Where newer versions are told of, and where a person reads how to get one. */
export interface UpdateSource {
  /** A feed of tags (`…/tags?per_page=1`) or of commits (`…/commits?per_page=1`). */
  readonly kind: "tag" | "date";
  /** Empty: nobody is asked. */
  readonly feed: string;
  /** Empty: a newer version is named without a link. */
  readonly page: string;
}

const updates: UpdateSource = { kind: "tag", feed: "", page: "" };

/** What a reseller changes (DESIGN §10): the code says the product's name through this object alone. */
export const brand = {
  name: "Parley",
  /** Links to the project; an empty one removes its control. */
  links: { project: "", issues: "", hostedService: "" },
  updates,
  /** Addresses of emoji as images, with `{code}` in the place of an emoji's code; empty draws the system's own. */
  emojiImages: "",
} as const;
