import { type Brand, ownBrand, wordsIn } from "@/lib/brand/brand";

/** This site's brand. Screens are drawn, and stores are used, once it is read; until then it is the product's own. */
export let brand: Brand = ownBrand;

/** Makes another brand this site's. */
export function setBrand(next: Brand): void {
  brand = next;
}

/** Answers the brand's own tagline in a language; empty where it has none. */
export function taglineIn(language: string): string {
  return wordsIn(brand.tagline, language);
}
