import type { ChatEvent } from "@/lib/chat/event";
import type { ImageTask } from "@/lib/chat/image-task";
import { openChat } from "@/lib/engine/open-chat";
import { replyTimeoutMs } from "@/lib/engine/reply-timeout";
import { askWhole } from "@/lib/engine/send-call";
import { AppError, accessCodeError, notSupported } from "@/lib/errors";
import { imageOptionsIn, stabilityName } from "@/lib/models/image-fields";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { connect } from "@/lib/settings/connect";
import { refuseOverBudget } from "@/store/costs/budget";
import { countCalls } from "@/store/costs/count-calls";
import { useAccess } from "@/store/settings/access";
import { modelCall } from "@/store/settings/model-call";

/** A request for an image. */
export type ImageRequest = Pick<ImageTask, "providerName" | "model" | "params">;

/** The result of a request: an image, or text in its place, such as the address of a video. */
export interface ImageResult {
  readonly image?: Extract<ChatEvent, { type: "image" }>;
  readonly text: string;
}

/** Timeout for one image in milliseconds, and maximum length of the response in characters. */
const imageTimeoutMs = 300_000;
const maxResponseChars = 60_000_000;

/** Generates an image with the current settings. Throws AppError. */
export async function generateImage(order: ImageRequest, signal: AbortSignal): Promise<ImageResult> {
  await refuseOverBudget(order);
  return readImageResult(
    order.providerName === stabilityName ? await askStability(order, signal) : await ask(order, signal),
  );
}

async function askStability({ model, params }: ImageRequest, signal: AbortSignal): Promise<ChatEvent[]> {
  const stability: Provider = providers.stability;
  if (!stability.image) throw notSupported();
  const access = useAccess.getState();
  const connection = connect(stability, access, access.reach);
  const codec = await stability.image(model);
  const { prompt = "", ...options } = params;
  const call = codec.buildRequest({ model, prompt, options }, connection);
  const sending = {
    connection,
    env: browserEnvironment,
    timeoutMs: imageTimeoutMs,
    maxChars: maxResponseChars,
    signal,
  };
  return codec.parseResponse(await askWhole(call, sending));
}

/** Other models are called as in a chat, with the prompt as the message. */
async function ask({ providerName, model, params }: ImageRequest, signal: AbortSignal): Promise<ChatEvent[]> {
  const { displayName, ...opening } = await modelCall({ model, providerName });
  const { onCall } = countCalls({ model, providerName });
  const { prompt = "" } = params;
  const request = {
    model,
    displayName,
    messages: [{ role: "user", content: prompt }],
    stream: false,
    image: imageOptionsIn(params),
  } as const;
  const limits = { timeoutMs: replyTimeoutMs(model), maxReplyChars: maxResponseChars };
  const events: ChatEvent[] = [];
  for await (const event of openChat({ ...opening, ...limits, signal, onCall })(request)) events.push(event);
  return events;
}

/** Returns the result of a reply's events. Throws AppError for an error or an empty reply. */
export function readImageResult(events: readonly ChatEvent[]): ImageResult {
  for (const event of events) {
    if (event.type === "error") {
      const { kind, code, message, seconds = 0 } = event.error;
      throw new AppError(accessCodeError(code) ?? kind, { message, seconds });
    }
    // The image that comes with it is only a blurred placeholder.
    if (event.type === "finish" && event.finish === "content-filter") {
      throw new AppError("content-filter", { message: event.message ?? event.raw });
    }
  }
  const image = events.find((event) => event.type === "image");
  const text = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  if (!image && text.trim() === "") throw new AppError("empty");
  return { ...(image ? { image } : {}), text };
}
