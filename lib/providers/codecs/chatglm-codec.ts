import type { ReplyErrorKind } from "@/lib/errors";
import { chatGLMVideos } from "@/lib/providers/codecs/chatglm-videos";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { openAIImages, promptOf } from "@/lib/providers/codecs/openai/openai-images";
import type { ErrorKinds } from "@/lib/providers/codecs/reply-error";
import { acceptedOptions } from "@/lib/providers/image-choices";
import type { ChatCodec } from "@/lib/providers/provider";

/** Returns the codec of a Zhipu model: for videos, images or text. */
export function chatGLMCodec(model: string): ChatCodec {
  if (/^cogvideo/i.test(model)) return chatGLMVideos(errorKinds);
  if (/^(cogview-|glm-image)/i.test(model)) return images;
  return openAICompatible({ path: "api/paas/v4/chat/completions", temperatureRange: [0, 1], errorKinds });
}

/** Numeric error codes by kind. Zhipu sends 429 for an unpaid balance. https://docs.bigmodel.cn/cn/faq/api-code */
const codesByKind = {
  server: [500, 1200, 1230, 1234],
  auth: [1000, 1001, 1002, 1003, 1004],
  permission: [1110, 1111, 1112, 1120, 1121, 1220, 1311],
  quota: [1113, 1304, 1308, 1309, 1310],
  "bad-request": [1210, 1212, 1213, 1214, 1215],
  "not-found": [1211, 1221, 1222],
  "context-length": [1261],
  "content-filter": [1300, 1301],
  "rate-limit": [1302, 1303, 1305],
  overloaded: [1312],
} as const satisfies Partial<Record<ReplyErrorKind, readonly number[]>>;

const errorKinds: ErrorKinds = Object.fromEntries(
  Object.entries(codesByKind).flatMap(([kind, codes]) => codes.map((code) => [String(code), kind as ReplyErrorKind])),
);

const images = openAIImages({
  path: "api/paas/v4/images/generations",
  bodyOf: (request) => ({
    model: request.model,
    prompt: promptOf(request),
    size: acceptedOptions(request.model, request.image).size ?? request.image?.size ?? "1024x1024",
  }),
  errorKinds,
});
