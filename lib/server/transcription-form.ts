import { streamOf } from "@/lib/server/byte-source";
import { refuse } from "@/lib/server/error-response";
import { permittedModel } from "@/lib/server/model-gate";
import type { RelayCall } from "@/lib/server/relay-call";
import type { CappedBody } from "@/lib/server/request-body";
import type { ServerConfig } from "@/lib/server/server-config";

/** The listed path of speech-to-text calls, whose body is a form with a file. */
export const transcriptionPath = "v1/audio/transcriptions";

/** A form to forward, and its content type with the boundary. */
interface TranscriptionForm {
  readonly content: ReadableStream<Uint8Array>;
  readonly contentType: string;
}

/** The text fields of the form that are forwarded; all others are dropped. */
const textFields = ["model", "language", "prompt", "response_format", "temperature"];

/** Maximum length of a text field, in characters. */
const maxFieldChars = 4000;

/**
 * Returns the checked form of a speech-to-text call: one file, one permitted model, and the listed text fields. The
 * checked form is the one that is sent (docs/security.md#c31). Throws `malformed` for another form, and
 * `model-not-allowed`.
 */
export async function readTranscriptionForm(
  body: CappedBody,
  contentType: string,
  { target: { provider } }: RelayCall,
  { gate }: ServerConfig,
): Promise<TranscriptionForm> {
  const form = await readForm(body, contentType);
  const files = form.getAll("file");
  const [file] = files;
  if (files.length !== 1 || !(file instanceof Blob)) throw refuse("malformed");
  const checked = new FormData();
  for (const name of textFields) {
    const value = onlyText(form, name);
    if (value === undefined) continue;
    checked.append(name, name === "model" && gate.isClosed ? permittedModel(value, provider, gate) : value);
  }
  if (!checked.has("model")) throw refuse("malformed");
  checked.append("file", file, file.name);
  const sent = new Response(checked);
  if (sent.body === null) throw refuse("malformed");
  return { content: sent.body, contentType: sent.headers.get("content-type") ?? "" };
}

async function readForm(body: CappedBody, contentType: string): Promise<FormData> {
  try {
    return await new Response(streamOf(body.source), { headers: { "content-type": contentType } }).formData();
  } catch {
    throw refuse(body.isTooLarge() ? "body-too-large" : "malformed");
  }
}

/** Returns a text field. Throws `malformed` if the form has it twice, as a file, or too long. */
function onlyText(form: FormData, name: string): string | undefined {
  const values = form.getAll(name);
  const [value] = values;
  if (value === undefined) return undefined;
  if (values.length > 1 || typeof value !== "string" || value.length > maxFieldChars) throw refuse("malformed");
  return value;
}
