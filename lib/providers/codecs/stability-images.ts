import type { ChatEvent, Finish } from "@/lib/chat/event";
import { notSupported } from "@/lib/errors";
import { type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import type { ErrorKinds, ErrorSignals } from "@/lib/providers/codecs/reply-error";
import { parseWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ImageCodec, ImageRequest } from "@/lib/providers/provider";

const kinds = ["ultra", "core", "sd3"];

const errorKinds: ErrorKinds = {
  contentmoderation: "content-filter",
  paymentrequired: "quota",
  payloadtoolarge: "too-large",
  unauthorized: "auth",
};

const finishByWord: Readonly<Record<string, Finish>> = {
  SUCCESS: "stop",
  // The response contains the image, blurred.
  CONTENT_FILTERED: "content-filter",
};

/** Media types by the first characters of an image in base64. */
const mimeByBeginning: readonly (readonly [string, string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["UklGR", "image/webp"],
];

/**
 * Creates the codec of one of Stability's models: `ultra`, `core` or `sd3`. Throws AppError `not-supported` for others.
 */
export function stabilityImages(kind: string): ImageCodec {
  if (!kinds.includes(kind)) throw notSupported();
  return {
    buildRequest: (request, connection) => ({
      method: "POST",
      url: joinAddress(connection.baseUrl, `v2beta/stable-image/generate/${kind}`),
      // No Content-Type here: the sender sets it together with the multipart boundary.
      headers: { ...connection.headers, Accept: "application/json" },
      form: formOf(request, kind),
    }),
    parseResponse: (response) =>
      parseWholeReply(response, {
        kinds: errorKinds,
        signals: errorIn(recordOf(parseJson(response.body))),
        read: (payload) => (stringOf(payload.image) ? imageEvents(payload) : undefined),
      }),
  };
}

/** Returns the form fields. Empty values are skipped; the style has another name in the API. */
function formOf({ prompt, options }: ImageRequest, kind: string): Record<string, string> {
  const { style, ...others } = options;
  const fields = { ...others, ...(style ? { style_preset: style } : {}), prompt };
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== "" && takes(kind, name, value, options)),
  );
}

/** Whether a model accepts a field. https://platform.stability.ai/docs/api-reference#tag/Generate */
function takes(kind: string, name: string, value: string, { model = "" }: ImageRequest["options"]): boolean {
  switch (name) {
    case "model":
    case "mode":
    case "cfg_scale":
      return kind === "sd3";
    case "negative_prompt":
      return kind !== "sd3" || !model.endsWith("-turbo");
    case "output_format":
      return kind !== "sd3" || value !== "webp";
    default:
      return true;
  }
}

function imageEvents({ image, seed, finish_reason }: JsonRecord): ChatEvent[] {
  const base64 = stringOf(image);
  const raw = stringOf(finish_reason);
  const mime = mimeByBeginning.find(([beginning]) => base64.startsWith(beginning))?.[1];
  const finish = (Object.hasOwn(finishByWord, raw) && finishByWord[raw]) || "other";
  return [
    { type: "image", ...(mime ? { mime } : {}), base64, ...(typeof seed === "number" ? { seed } : {}) },
    { type: "finish", finish, raw },
  ];
}

/** Reads an error, which has a name and a list of sentences. */
function errorIn({ name, errors }: JsonRecord): ErrorSignals | undefined {
  const sentences = listOf(errors).map(stringOf);
  if (sentences.length === 0) return undefined;
  return { code: stringOf(name) || null, message: sentences.filter((sentence) => sentence !== "").join("; ") };
}
