import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { bodyOf, type LocalUpstream, letPagesAsk, startUpstream } from "./local-upstream";
import { type Colour, pngOf } from "./png";

/** What the services were asked, by the fields of their forms or bodies. */
export interface AskedImage {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ImageUpstream extends LocalUpstream {
  readonly asked: readonly AskedImage[];
  /** Lets the pictures come whose prompts begin with `wait`, once one is waited for. */
  readonly release: () => Promise<void>;
}

/** What is drawn: Stability answers in olive, OpenAI in blue, Zhipu in red. */
export const drawn = {
  stability: { width: 24, height: 16, colour: [92, 107, 26] },
  openai: { width: 20, height: 10, colour: [10, 40, 200] },
  zhipu: { width: 9, height: 9, colour: [200, 20, 30] },
} as const satisfies Record<string, { width: number; height: number; colour: Colour }>;

/**
 * Starts a server that draws as Stability, OpenAI and Zhipu do, in replies of their shapes. The first word of a prompt
 * says how: `refused` is refused, `filtered` is withheld, `wait` comes when it is released.
 */
export async function startImageUpstream(): Promise<ImageUpstream> {
  const asked: AskedImage[] = [];
  const waiting: (() => void)[] = [];
  const upstream = await startUpstream(async (request, response) => {
    if (letPagesAsk(request, response)) return;
    const path = request.url ?? "";
    if (path.includes("/async-result/")) return json(response, 200, film);
    const fields = fieldsOf(request, await bodyOf(request));
    asked.push({ path, authorization: request.headers.authorization, fields });
    const [word] = (fields.prompt ?? "").split(/\s/);
    if (word === "wait") await new Promise<void>((resolve) => waiting.push(resolve));
    if (path.includes("/stable-image/")) return answerStability(response, word);
    if (path.includes("/videos/")) return json(response, 200, { id: "film-1", task_status: "PROCESSING" });
    if (word === "refused") return json(response, 400, { error: { code: "moderation_blocked", message: "Refused." } });
    json(response, 200, path.includes("/paas/") ? bySide("zhipu") : { ...bySide("openai"), output_format: "png" });
  });
  const release = async () => {
    while (waiting.length === 0) await delay(10);
    for (const resume of waiting.splice(0)) resume();
  };
  return { ...upstream, asked, release };
}

function answerStability(response: ServerResponse, word: string | undefined): void {
  if (word === "refused") {
    const errors = ["Your request was flagged by our content moderation system."];
    json(response, 403, { id: "e1", name: "content_moderation", errors });
    return;
  }
  const image = pngBase64("stability");
  json(response, 200, { image, finish_reason: word === "filtered" ? "CONTENT_FILTERED" : "SUCCESS", seed: 7 });
}

function bySide(side: keyof typeof drawn) {
  return { created: 1, data: [{ b64_json: pngBase64(side) }] };
}

function pngBase64(side: keyof typeof drawn): string {
  const { width, height, colour } = drawn[side];
  return pngOf(width, height, colour).toString("base64");
}

const film = { task_status: "SUCCESS", video_result: [{ url: "https://films.test/tide.mp4" }] };

/** Reads the text fields of a form of several parts, or of a JSON body. */
function fieldsOf({ headers }: IncomingMessage, body: string): Record<string, string> {
  if (!headers["content-type"]?.startsWith("multipart/form-data")) {
    const entries = Object.entries(JSON.parse(body || "{}") as Record<string, unknown>);
    const written = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
    return Object.fromEntries(entries.map(([name, value]) => [name, written(value)]));
  }
  const parts = body.matchAll(/name="([^"]+)"\r\n\r\n([\s\S]*?)\r\n--/g);
  return Object.fromEntries([...parts].map(([, name = "", value = ""]) => [name, value]));
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
