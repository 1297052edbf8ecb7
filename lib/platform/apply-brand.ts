import { type Brand, ownBrand } from "@/lib/brand/brand";
import { readBrandConfig } from "@/lib/brand/brand-config";
import { hiddenPaths } from "@/lib/brand/screens";
import { accentStyles } from "@/lib/platform/accent";
import { setBrand } from "@/lib/platform/brand";
import { basePath } from "@/lib/platform/build-info";

/** Returns the changes in `config.json`, and logs its problems for its author. */
function changesOf(config: unknown): Partial<Brand> {
  const { changes, problems } = readBrandConfig(config);
  for (const { field, reason } of problems) console.error(`config.json: ${field} ${reason}.`);
  return changes;
}

/** Sets this site's brand from `config.json`, and applies its styles and icons to the page. */
export function applyBrand(config: unknown): void {
  const brand = { ...ownBrand, ...changesOf(config) };
  setBrand(brand, hiddenPaths(brand.hidden));
  const { accent, font, icon, radius } = brand;
  if (accent) addStyles(accentStyles(accent));
  if (radius !== undefined) addStyles(radiusStyles(radius));
  if (font?.family || font?.src) addStyles(fontStyles(font));
  if (icon) changeIcons(addressOf(icon));
}

function addressOf(address: string): string {
  return address.startsWith("/") ? basePath + address : address;
}

/** The product's radii in pixels, as in `tokens.css`: an inner radius is the outer one minus the gap between. */
const radii = { "--r-xs": 4, "--r-sm": 6, "--r-md": 8, "--r-lg": 12, "--r-xl": 16 };

function radiusStyles(ofCards: number): string {
  const scaled = Object.entries(radii).map(
    ([name, own]) => `${name}: ${Math.round((own * ofCards * 10) / radii["--r-lg"]) / 10}px;`,
  );
  return `:root { ${scaled.join(" ")} }`;
}

/** Returns the styles of the brand's font, which precedes the product's own; that has the missing characters. */
function fontStyles({ family, src }: NonNullable<Brand["font"]>): string {
  const name = JSON.stringify(family || "Font of the brand");
  const face = `@font-face { font-family: ${name}; src: url(${JSON.stringify(addressOf(src))}); font-weight: 1 1000; font-display: swap; }`;
  return `${src && face} :root { --font-first: ${name}, "Wix Madefor Text Variable"; }`;
}

function addStyles(text: string): void {
  const style = document.createElement("style");
  style.textContent = text;
  document.head.append(style);
}

function changeIcons(address: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"], link[rel="apple-touch-icon"]')) {
    link.href = address;
  }
}
