/** Categories of the built-in masks, in display order. Each mask of `masks.json` has one. */
export const maskCategories = ["writing", "learning", "work", "code", "life", "fun"] as const;

export type MaskCategory = (typeof maskCategories)[number];

/** Returns the categories of some masks, in display order. */
export function categoriesOf(masks: readonly { readonly category?: string }[]): MaskCategory[] {
  return maskCategories.filter((category) => masks.some((mask) => mask.category === category));
}
