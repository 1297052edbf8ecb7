import { type Brand, ownBrand, wordsIn } from "@/lib/brand/brand";
import type { Feature } from "@/lib/brand/screens";

/** This site's brand. Screens are drawn, and stores are used, once it is read; until then it is the product's own. */
export let brand: Brand = ownBrand;

let hiddenPages: readonly string[] = [];

/** Makes another brand this site's, which hides these pages. */
export function setBrand(next: Brand, pages: readonly string[]): void {
  brand = next;
  hiddenPages = pages;
}

/** Returns the brand's own tagline in a language; empty where it has none. */
export function taglineIn(language: string): string {
  return wordsIn(brand.tagline, language);
}

/** Whether the operator has taken a feature from the screens. */
export function isHidden(feature: Feature): boolean {
  return brand.hidden.includes(feature);
}

/** Whether nothing of tools is on the screens: neither of their kinds is. */
export function areToolsHidden(): boolean {
  return isHidden("plugins") && isHidden("mcp");
}

/** Whether there is no such page, by its path with or without a query, since its feature was taken away. */
export function isPageHidden(path: string): boolean {
  return hiddenPages.includes(path.replace(/\/?([?#].*)?$/, ""));
}
