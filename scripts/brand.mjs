/**
 * Reads a brand from the variables `BRAND_…` of the build (.env.example), once, when the app is built.
 *
 * @param {Readonly<Record<string, string | undefined>>} given
 * @returns {import("../lib/platform/brand").Brand}
 * @throws Error where one of them is not what it is to be, so that a build with it fails.
 */
export function readBrand(given) {
  const value = (/** @type {string} */ name) => given[name]?.trim() ?? "";
  const address = (/** @type {string} */ name) =>
    matching(name, value(name), /^(https?:\/\/|$)/, "an address with https://");
  const logo = /^(https:\/\/|\/(?!\/)|$)/;
  return {
    name: value("BRAND_NAME") || "Parley",
    taglines: taglinesOf(given),
    logo: matching("BRAND_LOGO", value("BRAND_LOGO"), logo, "an address, or a path such as /logo.svg"),
    accent: matching("BRAND_ACCENT", value("BRAND_ACCENT"), /^(#[\da-f]{6}|)$/i, "a colour such as #566917"),
    links: {
      project: address("BRAND_PROJECT_URL"),
      issues: address("BRAND_ISSUES_URL"),
      hostedService: address("BRAND_HOSTED_URL"),
    },
    updates: { kind: "tag", feed: "", page: "" },
    emojiImages: "",
    mcpRegistry: address("BRAND_MCP_REGISTRY_URL"),
  };
}

/**
 * @param {string} name
 * @param {string} value
 * @param {RegExp} pattern
 * @param {string} kind
 */
function matching(name, value, pattern, kind) {
  if (!pattern.test(value)) throw new Error(`${name} is "${value}"; it must be ${kind}, or empty.`);
  return value;
}

/**
 * `BRAND_TAGLINE` holds for all languages, `BRAND_TAGLINE_AR` for one of them.
 *
 * @param {Readonly<Record<string, string | undefined>>} given
 * @returns {Record<string, string>}
 */
function taglinesOf(given) {
  const taglines = Object.entries(given).flatMap(([name, text]) => {
    const language = /^BRAND_TAGLINE(?:_([A-Z]+))?$/.exec(name);
    return language && text?.trim() ? [[language[1]?.toLowerCase() ?? "", text.trim()]] : [];
  });
  return Object.fromEntries(taglines);
}
