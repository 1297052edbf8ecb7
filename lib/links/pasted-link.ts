import { fromBase64Json } from "@/lib/chat/base64-json";
import { isRecord } from "@/lib/fields/fields";
import { maxChars, type NamedValue } from "@/lib/links/link-parameters";

/** The forms in which gateways hand out a key as text, each by how it begins; what follows is base64. */
const forms = [
  { start: /^ai-provider:v1:/i, read: fromBase64Json },
  { start: /^cherrystudio:\/\/providers\/api-keys\?(?:[^#]*&)?data=/i, read: readSwapped },
] as const;

/** The provider whose dialect is meant by another name. */
const dialects: Readonly<Record<string, string>> = {
  "openai-response": "openai",
  "new-api": "openai",
  "azure-openai": "azure",
  gemini: "google",
  claude: "anthropic",
};

/**
 * Returns what a pasted text asks the app for, as if it had stood in a link: the key and the address of a gateway, in the
 * form of Kelivo (`ai-provider:v1:…`) or of Cherry Studio (`cherrystudio://…`). Nothing for every other text.
 */
export function pastedLink(text: string): readonly NamedValue[] | undefined {
  const trimmed = text.trim();
  const form = forms.find(({ start }) => start.test(trimmed));
  if (!form || trimmed.length > maxChars.settings) return undefined;
  const data = form.read(decoded(trimmed.replace(form.start, "").replace(/[&#].*$/s, "")));
  if (!isRecord(data)) return undefined;
  const { type, apiKey, baseUrl } = data;
  const name = typeof type === "string" && type !== "" ? type.toLowerCase() : "openai";
  const provider = Object.hasOwn(dialects, name) ? dialects[name] : name;
  return [["settings", JSON.stringify({ keyVaults: { [provider ?? name]: { apiKey, baseURL: baseUrl } } })]];
}

/**
 * Cherry Studio reads `_` as `+` and `-` as `/`, the other way round than base64url. Links made for it are written so;
 * one that cannot be read so is plain or base64url.
 */
function readSwapped(data: string): unknown {
  return fromBase64Json(data.replaceAll("_", "+").replaceAll("-", "/")) ?? fromBase64Json(data);
}

/** The base64 of an address may be percent-encoded, and a plus sign in it may have become a space. */
function decoded(data: string): string {
  try {
    return decodeURIComponent(data).replaceAll(" ", "+");
  } catch {
    // It is read as it stands, and found to be no base64.
    return data;
  }
}
