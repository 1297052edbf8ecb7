import type { ToolOutcome } from "@/lib/chat/tool";

/** Maximum size of a response, in bytes: no model could read more. */
const maxAnswerBytes = 2_000_000;

/** Media types of text. */
export const textTypes =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|yaml|x-yaml|x-ndjson|javascript|x-www-form-urlencoded))/i;

/** Reads the response of a plugin's server as text. Throws the reader's error if the connection breaks. */
export async function readAnswerText(response: Response): Promise<ToolOutcome> {
  const type = response.headers.get("content-type") ?? "";
  const status = `HTTP ${response.status} ${response.statusText}`.trim();
  if (type !== "" && !textTypes.test(type)) {
    await response.body?.cancel();
    return { text: `${status}, ${type}`, problem: response.ok ? "not-text" : "failed" };
  }
  const text = await textUpTo(response, maxAnswerBytes);
  if (text === undefined) return { text: status, problem: "too-large" };
  if (response.status >= 300) return { text: text === "" ? status : `${status}\n${text}`, problem: "failed" };
  // A server that sends no content type may send any data.
  return text.includes("\0") ? { text: status, problem: "not-text" } : { text: text === "" ? status : text };
}

async function textUpTo(response: Response, maxBytes: number): Promise<string | undefined> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}
