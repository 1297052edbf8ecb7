import type { Provider } from "@/lib/providers/provider";
import type { ApiRequest } from "@/lib/server/api-request";
import { refuse } from "@/lib/server/error-response";
import { type ModelGate, permittedModel } from "@/lib/server/model-gate";
import type { RelayCall } from "@/lib/server/relay-call";
import { readBodyBytes } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";

/** The listed path of speech-to-text calls, whose body is a form with a file. */
export const transcriptionPath = "v1/audio/transcriptions";

/** A form to forward, and its content type with the boundary. */
interface TranscriptionForm {
  readonly content: ReadableStream<Uint8Array>;
  readonly contentType: string;
  /** The fields that are counted. */
  readonly parsed: { readonly model: string };
  /** Releases the form's share of the budget. */
  readonly release: () => void;
}

/** The text fields of the form that are forwarded; all others are dropped. */
const textFields = ["model", "language", "prompt", "response_format", "temperature"];

/** Maximum length of a text field, in characters. */
const maxFieldChars = 4000;

const carriageReturn = 13;

/** Maximum number of parts of the form: each costs far more memory than its bytes. */
const maxParts = 20;

/**
 * Returns the checked form of a speech-to-text call: one file, one permitted model, and the listed text fields. The
 * checked form is the one that is sent (docs/security.md#c31). Throws `malformed` for another form, `model-not-allowed`,
 * and what `readBodyBytes` throws.
 */
export async function readTranscriptionForm(
  request: ApiRequest,
  contentType: string,
  { target: { provider } }: RelayCall,
  gate: ModelGate,
  { config, bodies }: Pick<Server, "config" | "bodies">,
): Promise<TranscriptionForm> {
  const boundary = /^multipart\/form-data\s*;\s*boundary=([^\s;"]+)$/i.exec(contentType)?.[1];
  if (boundary === undefined) throw refuse("malformed");
  const { bytes = new Uint8Array(), release } = await readBodyBytes(request, config.maxBodyBytes, bodies);
  try {
    if (hasMoreParts(bytes, boundary, maxParts)) throw refuse("malformed");
    const checked = checkedForm(await readForm(bytes, contentType), provider, gate);
    const sent = new Response(checked);
    if (sent.body === null) throw refuse("malformed");
    const parsed = { model: String(checked.get("model")) };
    return { content: sent.body, contentType: sent.headers.get("content-type") ?? "", parsed, release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

function checkedForm(form: FormData, provider: Pick<Provider, "id">, gate: ModelGate): FormData {
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
  return checked;
}

/** Whether a form has more than `max` parts. Each part ends with a line break and the delimiter. */
function hasMoreParts(bytes: Uint8Array, boundary: string, max: number): boolean {
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  let parts = 0;
  // The delimiter has only one carriage return, so no byte is compared twice.
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1)) {
    if (!delimiter.every((byte, index) => bytes[at + index] === byte)) continue;
    parts++;
    if (parts > max) return true;
  }
  return false;
}

async function readForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  } catch {
    throw refuse("malformed");
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
