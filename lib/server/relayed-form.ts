import type { JsonRecord } from "@/lib/json";
import type { ApiRequest } from "@/lib/server/api-request";
import { refuse } from "@/lib/server/error-response";
import { type ModelGate, permittedModel } from "@/lib/server/model-gate";
import type { RelayCall } from "@/lib/server/relay-call";
import { readBodyBytes } from "@/lib/server/request-body";
import type { Server } from "@/lib/server/server";

/** The listed paths of speech-to-text calls, whose body is always a form. */
const transcriptionPaths = ["v1/audio/transcriptions", "deployments/{deployment}/audio/transcriptions"];

/** The parts of a form that are forwarded. */
interface FormRules {
  /** The text fields; all others are dropped. */
  readonly texts: readonly string[];
  /** The file fields, with their maximum number of files. At least one file beside a mask is required. */
  readonly files: readonly (readonly [name: string, max: number])[];
  /** Maximum length of a text field, in characters. */
  readonly maxChars: number;
  /** Maximum number of parts of the form: each costs far more memory than its bytes. */
  readonly maxParts: number;
}

/** Parts of a call that changes images. https://developers.openai.com/api/reference/resources/images/methods/edit */
const imageEdit: FormRules = {
  texts: [
    ...["model", "prompt", "n", "size", "quality", "background", "output_format", "output_compression"],
    ...["response_format", "input_fidelity", "moderation"],
  ],
  files: [
    ["image", 1],
    ["image[]", 16],
    ["mask", 1],
  ],
  maxChars: 32_000,
  maxParts: 40,
};

/** Parts of a call that turns speech into text. */
const transcription: FormRules = {
  texts: ["model", "language", "prompt", "response_format", "temperature"],
  files: [["file", 1]],
  maxChars: 4000,
  maxParts: 20,
};

/** The calls whose body may be a form with files, by listed path. */
const formRules: ReadonlyMap<string, FormRules> = new Map([
  ...transcriptionPaths.map((path) => [path, transcription] as const),
  ["v1/images/edits", imageEdit],
  ["deployments/{deployment}/images/edits", imageEdit],
]);

/** Whether the body of a listed call must be a form. */
export function needsForm(listed: string): boolean {
  return transcriptionPaths.includes(listed);
}

/** Whether the body of a listed call may be a form. */
export function takesForm(listed: string): boolean {
  return formRules.has(listed);
}

/** A form to forward, and its content type with the boundary. */
interface RelayedForm {
  readonly content: ReadableStream<Uint8Array>;
  readonly contentType: string;
  /** The fields that are counted: texts, the number `n`, and lists of files. */
  readonly parsed: JsonRecord;
  /** Releases the form's share of the budget. */
  readonly release: () => void;
}

const carriageReturn = 13;

/** The checks and changes of a form beside its rules. */
interface FormChecks {
  readonly gate: ModelGate;
  /** Maximum number of images that a call may ask for; absent without a limit. */
  readonly maxImages?: number | undefined;
  /** Returns the fields as the operator's address requires them. */
  readonly rewrite?: ((fields: JsonRecord) => JsonRecord) | undefined;
}

/**
 * Returns the checked form of a call (`takesForm`): its files, one permitted model, and the listed text fields. The
 * checked form is the one that is sent (docs/security.md#c31). Throws `malformed` for another form, `model-not-allowed`,
 * and what `readBodyBytes` throws.
 */
export async function readRelayedForm(
  request: ApiRequest,
  givenType: string,
  { target: { provider }, listed }: RelayCall,
  { gate, maxImages, rewrite }: FormChecks,
  { config, bodies }: Pick<Server, "config" | "bodies">,
): Promise<RelayedForm> {
  const rules = formRules.get(listed);
  if (!rules) throw refuse("malformed");
  const boundary = /^multipart\/form-data\s*;\s*boundary=([^\s;"]+)$/i.exec(givenType)?.[1];
  if (boundary === undefined) throw refuse("malformed");
  const { bytes = new Uint8Array(), release } = await readBodyBytes(request, config.maxBodyBytes, bodies);
  try {
    if (hasMoreParts(bytes, boundary, rules.maxParts)) throw refuse("malformed");
    const checked = checkedForm(await readForm(bytes, givenType), rules, (name, value) => {
      if (name === "model" && gate.isClosed) return permittedModel(value, provider, gate);
      return name === "n" ? limitedCount(value, maxImages) : value;
    });
    // The path of a deployment names the model, which is checked there.
    if (!checked.has("model") && !listed.includes("{deployment}")) throw refuse("malformed");
    const model = rewrite?.({ model: checked.get("model") }).model;
    if (typeof model === "string") checked.set("model", model);
    const sent = new Response(checked);
    if (sent.body === null) throw refuse("malformed");
    const contentType = sent.headers.get("content-type") ?? "";
    return { content: sent.body, contentType, parsed: countedFields(checked), release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

function checkedForm(
  form: FormData,
  { texts, files, maxChars }: FormRules,
  check: (name: string, value: string) => string,
): FormData {
  const checked = new FormData();
  for (const name of texts) {
    const value = onlyText(form, name, maxChars);
    if (value !== undefined) checked.append(name, check(name, value));
  }
  let count = 0;
  for (const [name, max] of files) {
    const given = form.getAll(name);
    if (given.length > max) throw refuse("malformed");
    for (const file of given) {
      if (!(file instanceof Blob)) throw refuse("malformed");
      checked.append(name, file, file.name);
      if (name !== "mask") count++;
    }
  }
  if (count === 0) throw refuse("malformed");
  return checked;
}

/** Returns the fields of a checked form as those of a JSON body, so that both are counted alike. */
function countedFields(form: FormData): JsonRecord {
  const entries = [...new Set(form.keys())].map((name) => {
    const values = form.getAll(name);
    const [value] = values;
    if (typeof value !== "string") return [name, values] as const;
    return [name, name === "n" ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns a number of images within the limit. Throws `malformed` if it is not a number. */
function limitedCount(value: string, max = Number.POSITIVE_INFINITY): string {
  if (!/^\d{1,3}$/.test(value)) throw refuse("malformed");
  return String(Math.min(Number(value), max));
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
function onlyText(form: FormData, name: string, maxChars: number): string | undefined {
  const values = form.getAll(name);
  const [value] = values;
  if (value === undefined) return undefined;
  if (values.length > 1 || typeof value !== "string" || value.length > maxChars) throw refuse("malformed");
  return value;
}
