/** What a reseller changes (DESIGN §10): the code says the product's name through this object alone. */
export const brand = {
  name: "Parley",
  /** Links to the project; an empty one removes its control. */
  links: { project: "", issues: "", hostedService: "" },
} as const;
