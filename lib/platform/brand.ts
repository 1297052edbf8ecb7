import { type Brand, ownBrand, textIn } from "@/lib/brand/brand";
import type { Feature } from "@/lib/brand/screens";

/**
 * This site's brand; the product's own until it is loaded. Screens are rendered, and stores are used, only after that.
 */
export let brand: Brand = ownBrand;

let hiddenPages: readonly string[] = [];

/** Whether the server runs MCP servers, as `config.json` says before the server's flags arrive. */
export let servesMcp = false;

export function setServesMcp(serves: boolean): void {
  servesMcp = serves;
}

/** Sets this site's brand and the pages that it hides. */
export function setBrand(next: Brand, pages: readonly string[]): void {
  brand = next;
  hiddenPages = pages;
}

/** Returns the brand's own tagline in a language; empty without a tagline. */
export function taglineIn(language: string): string {
  return textIn(brand.tagline, language);
}

/** Whether the operator has hidden a feature. */
export function isHidden(feature: Feature): boolean {
  return brand.hidden.includes(feature);
}

/** Whether both kinds of tools are hidden. */
export function areToolsHidden(): boolean {
  return isHidden("plugins") && isHidden("mcp");
}

/** Whether a page does not exist because its feature is hidden. The path may have a query. */
export function isPageHidden(path: string): boolean {
  return hiddenPages.includes(path.replace(/\/?([?#].*)?$/, ""));
}
