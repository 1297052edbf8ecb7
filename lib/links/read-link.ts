import type { LinkContents, LinkItem, LinkRefusal, LinkRules } from "@/lib/links/link-contents";
import { type LinkParameter, linkParameters, maxChars, type NamedValue } from "@/lib/links/link-parameters";
import { readLinkSettings } from "@/lib/links/link-settings";

/**
 * Reads the parameters of a link, which is untrusted; of several with the same name, the first one counts. Never
 * throws.
 */
export function readLink(parameters: readonly NamedValue[], rules: LinkRules): LinkContents {
  const parts = linkParameters.flatMap((name) => {
    const found = parameters.find(([given]) => given === name);
    return found === undefined ? [] : [readParameter(name, found[1], rules)];
  });
  return {
    items: parts.flatMap(({ items }) => items),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
    unknown: parts.reduce((sum, { unknown }) => sum + unknown, 0),
  };
}

function readParameter(name: LinkParameter, value: string, rules: LinkRules): LinkContents {
  if (value.length > maxChars[name]) return without(name, "too-long");
  if (name === "settings") return readLinkSettings(value, rules);
  if (value.trim() === "") return nothing;
  switch (name) {
    case "code":
      return rules.needCode ? one({ kind: "code", code: value.trim() }) : without(name, "no-code-needed");
    case "model":
      return one({ kind: "chat-model", model: value.trim() });
    case "mask":
      return one({ kind: "mask", link: value });
    case "fill":
    case "submit":
      return one({ kind: name, text: value });
  }
}

const nothing: LinkContents = { items: [], leftOut: [], unknown: 0 };

function one(item: LinkItem): LinkContents {
  return { ...nothing, items: [item] };
}

function without(name: string, reason: LinkRefusal): LinkContents {
  return { ...nothing, leftOut: [{ name, reason }] };
}
