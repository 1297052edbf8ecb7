import type { ChatEvent } from "@/lib/chat/event";
import { type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/json";
import { getJson, postJson } from "@/lib/providers/codecs/json-call";
import { promptOf } from "@/lib/providers/codecs/openai/openai-images";
import { pathSegment } from "@/lib/providers/codecs/path-segment";
import { type ErrorKinds, errorOfPayload, errorOfResponse, isSuccess } from "@/lib/providers/codecs/reply-error";
import type { ChatCodec, WholeResponse } from "@/lib/providers/provider";

/**
 * Creates the codec of Zhipu's video models: the request starts a task, whose result is a video tag in the text.
 *
 * https://docs.bigmodel.cn/api-reference
 */
export function chatGLMVideos(errorKinds: ErrorKinds): ChatCodec {
  return {
    isWhole: true,
    buildRequest: (request, connection) =>
      postJson(connection, "api/paas/v4/videos/generations", { model: request.model, prompt: promptOf(request) }),
    // The response is never a stream.
    parseEvent: () => [],
    parseResponse: (response) => parseTask(response, errorKinds),
    task: {
      buildRequest: (id, connection) => getJson(connection, `api/paas/v4/async-result/${pathSegment(id)}`),
      parseResponse: (response, id) => parseTask(response, errorKinds, id),
    },
  };
}

/**
 * Parses the state of a task. Only the response to the first request contains the task's id; status responses do not.
 */
function parseTask(response: WholeResponse, kinds: ErrorKinds, knownId = ""): ChatEvent[] {
  if (!isSuccess(response)) return [{ type: "error", error: errorOfResponse(response, kinds) }];
  const task = recordOf(parseJson(response.body));
  const error = errorOfPayload(task, response.body, kinds);
  if (error) return [{ type: "error", error }];
  const id = knownId || stringOf(task.id);
  if (task.task_status === "PROCESSING" && id) return [{ type: "task", id }];
  const videos = task.task_status === "SUCCESS" ? videosOf(task) : "";
  if (videos) return [{ type: "text-delta", text: videos }, { type: "end" }];
  const kind = task.task_status === "FAIL" ? "server" : "protocol";
  return [{ type: "error", error: { ...errorOfResponse(response, kinds), kind } }];
}

function videosOf({ video_result }: JsonRecord): string {
  return listOf(video_result)
    .map(recordOf)
    .map(({ url, cover_image_url }) => videoTag(webAddress(url), webAddress(cover_image_url)))
    .filter(Boolean)
    .join("\n\n");
}

function videoTag(url: string, cover: string): string {
  if (!url) return "";
  return `<video controls src="${escaped(url)}"${cover ? ` poster="${escaped(cover)}"` : ""}></video>`;
}

/** Returns an http(s) URL, or an empty string for any other: a URL could also be a script. */
function webAddress(value: unknown): string {
  const address = stringOf(value);
  return /^https?:\/\//i.test(address) ? address : "";
}

/** Escapes text for an HTML attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"'\s]/g, (character) => `&#${character.charCodeAt(0)};`);
}
