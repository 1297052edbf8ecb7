import type { Brand } from "@/lib/brand/brand";
import { readBrandConfig } from "@/lib/brand/brand-config";

/** Brand variables by the field of `config.json` that they set. */
export const brandVariables = {
  BRAND_NAME: "name",
  BRAND_TAGLINE: "tagline",
  BRAND_LOGO: "logo",
  BRAND_ICON: "icon",
  BRAND_MASKABLE_ICON: "maskableIcon",
  BRAND_ACCENT: "accent",
  BRAND_RADIUS: "radius",
  BRAND_FONT: "font.family",
  BRAND_FONT_URL: "font.src",
  BRAND_PROJECT_URL: "links.project",
  BRAND_ISSUES_URL: "links.issues",
  BRAND_HOSTED_URL: "links.hostedService",
  BRAND_IMPRINT_URL: "links.imprint",
  BRAND_TERMS_URL: "links.terms",
  BRAND_PRIVACY_URL: "links.privacy",
  BRAND_SUPPORT_URL: "links.support",
  BRAND_ANNOUNCEMENT: "announcement.text",
  BRAND_ANNOUNCEMENT_URL: "announcement.link",
  BRAND_HIDE: "hidden",
  BRAND_MASKS: "masks",
  BRAND_PROMPTS: "prompts",
  BRAND_UPDATES_URL: "updates.feed",
  BRAND_UPGRADE_URL: "updates.page",
  BRAND_EMOJI_URL: "emojiImages",
  BRAND_MCP_REGISTRY_URL: "mcpRegistry",
  GA_ID: "analytics.ga",
  GTM_ID: "analytics.gtm",
} as const;

/**
 * Returns the brand changes from the variables, in the format of `config.json`. Invalid variables are ignored and
 * reported by name.
 */
export function readBrandVariables(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Partial<Brand> {
  const set = Object.entries(env).flatMap(([name, value = ""]) => {
    const place = placeOf(name);
    return place && value.trim() ? [{ name, place, value: valueIn(name, value.trim()) }] : [];
  });
  const config: Record<string, unknown> = {};
  for (const { name, place, value } of set) {
    const alone = withValue({}, place, value);
    const [problem] = readBrandConfig(alone).problems;
    if (problem) problems.push(`${name} ${problem.reason}.`);
    else withValue(config, place, value);
  }
  return readBrandConfig(config).changes;
}

/**
 * Parses a value: `BRAND_HIDE` is a comma-separated list, and the files of masks and prompts may be given as their
 * content.
 */
function valueIn(name: string, value: string): unknown {
  if (name === "BRAND_HIDE") return value.split(",").map((entry) => entry.trim());
  if (!/^BRAND_(MASKS|PROMPTS)$/.test(name) || !value.startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Returns the path of a variable's field. `BRAND_TAGLINE` applies to all languages, `BRAND_TAGLINE_AR` to one. */
function placeOf(name: string): readonly string[] | undefined {
  const [, words, language = ""] = /^(BRAND_(?:TAGLINE|ANNOUNCEMENT))(?:_([A-Z]{2}))?$/.exec(name) ?? [];
  if (words) return [...pathOf(words), language.toLowerCase()];
  const path = pathOf(name);
  return path.length > 0 ? path : undefined;
}

function pathOf(name: string): string[] {
  return Object.hasOwn(brandVariables, name) ? brandVariables[name as keyof typeof brandVariables].split(".") : [];
}

/** Sets a value at a path of an object and returns the object. */
function withValue(object: Record<string, unknown>, [name = "", ...inside]: readonly string[], value: unknown) {
  const inner = (object[name] ?? {}) as Record<string, unknown>;
  object[name] = inside.length === 0 ? value : withValue(inner, inside, value);
  return object;
}
