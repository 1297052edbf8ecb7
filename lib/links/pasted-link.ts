import { fromBase64Json } from "@/lib/chat/base64-json";
import { isRecord } from "@/lib/json";
import { maxChars, type NamedValue } from "@/lib/links/link-parameters";

/** Formats in which gateways publish a key as text, by their prefix; base64 follows. */
const forms = [
  { start: /^ai-provider:v1:/i, read: fromBase64Json },
  { start: /^cherrystudio:\/\/providers\/api-keys\?(?:[^#]*&)?data=/i, read: readSwapped },
] as const;

/** Our provider ids by other names of their dialects. */
const dialects: Readonly<Record<string, string>> = {
  "openai-response": "openai",
  "new-api": "openai",
  "azure-openai": "azure",
  gemini: "google",
  claude: "anthropic",
};

/**
 * Returns the link parameters of a pasted text: the key and URL of a gateway, in the format of Kelivo
 * (`ai-provider:v1:…`) or of Cherry Studio (`cherrystudio://…`). Returns undefined for other text.
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
 * Decodes Cherry Studio's base64, in which `_` means `+` and `-` means `/`, the reverse of base64url. If that fails,
 * the text is plain base64 or base64url.
 */
function readSwapped(data: string): unknown {
  return fromBase64Json(data.replaceAll("_", "+").replaceAll("-", "/")) ?? fromBase64Json(data);
}

/** Decodes percent-encoding, and restores plus signs that have become spaces. */
function decoded(data: string): string {
  try {
    return decodeURIComponent(data).replaceAll(" ", "+");
  } catch {
    // Malformed text is used unchanged, and fails later as invalid base64.
    return data;
  }
}
