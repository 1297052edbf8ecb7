import type { Brand } from "@/lib/brand/brand";
import { readBrandConfig } from "@/lib/brand/brand-config";
import { accentStyles } from "@/lib/platform/accent";
import { basePath } from "@/lib/platform/build-info";

/** Answers what `config.json` changes of the product's own brand, and tells its writer what is wrong there. */
export function changesOf(config: unknown): Partial<Brand> {
  const { changes, problems } = readBrandConfig(config);
  for (const { field, reason } of problems) console.error(`config.json: ${field} ${reason}.`);
  return changes;
}

/** Puts onto the page what of a brand is no part of a screen: its colour, and its icon. */
export function putOn({ accent, icon }: Brand): void {
  if (accent) addStyles(accentStyles(accent));
  if (icon) changeIcons(icon.startsWith("/") ? basePath + icon : icon);
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
