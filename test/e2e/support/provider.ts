import type { IncomingMessage, ServerResponse } from "node:http";
import { wavOf } from "@/lib/media/wav";
import { bodyOf, type LocalUpstream, letPagesAsk, startUpstream } from "../../support/local-upstream";

interface AskedMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What the provider was asked, as it arrived; what a model is told of itself stands apart. */
export interface Asked {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly messages: readonly AskedMessage[];
  /** The names of the tools that were offered. */
  readonly tools: readonly string[];
}

/** A call for speech, as it arrived. */
interface AskedSpeech {
  readonly model: string;
  readonly input: string;
  readonly voice: string;
  readonly speed: number;
  readonly response_format: string;
}

/** Speech that was to be turned into text, as it arrived. */
interface AskedTranscription {
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly type: string; readonly size: number };
}

/** A call for vectors, as it arrived. */
interface AskedVectors {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

export interface FakeProvider extends LocalUpstream {
  /** The questions of people. */
  readonly asked: readonly Asked[];
  /** The system's first message of each question; empty where there was none. */
  readonly told: readonly string[];
  /** What was asked behind their backs: for titles and summaries. */
  readonly askedBehind: readonly Asked[];
  /** What was to be read aloud. */
  readonly spoken: readonly AskedSpeech[];
  /** The recordings that were to be turned into text. Each is answered with `The tide is late.` */
  readonly transcribed: readonly AskedTranscription[];
  /** The texts whose vectors were asked for, and the model. */
  readonly embedded: readonly AskedVectors[];
  /** What keys for live conversations were asked for with. */
  readonly secretsAsked: readonly object[];
  /** How many replies were given up by the other side before they ended. */
  readonly abandoned: () => number;
  /** Lets the answers go on that wait for the test, once one does: it may not have been asked for yet. */
  readonly release: () => Promise<void>;
}

/** What `released` answers resolves when the test has seen what it wanted to see. */
type Answer = (response: ServerResponse, question: string, released: () => Promise<void>) => void | Promise<void>;

/**
 * Starts a server that speaks the OpenAI wire and misbehaves on request: the first word of the last message says how.
 * Any other message is answered with an echo. Titles and summaries it writes for chats that begin with `tell`, for no
 * other.
 */
export async function startProvider(): Promise<FakeProvider> {
  const asked: Asked[] = [];
  const told: string[] = [];
  const askedBehind: Asked[] = [];
  const spoken: AskedSpeech[] = [];
  const transcribed: AskedTranscription[] = [];
  const embedded: AskedVectors[] = [];
  const secretsAsked: object[] = [];
  let abandoned = 0;
  const waiting: (() => void)[] = [];
  const upstream = await startUpstream(async (request, response) => {
    if (letPagesAsk(request, response)) return;
    if (request.url?.endsWith("/models"))
      return json(response, 200, { data: [{ id: "local-tide:7b" }, { id: "local-reef" }] });
    if (request.url?.includes("/dashboard/billing/"))
      return json(response, 200, { total_usage: 0, hard_limit_usd: 20 });
    if (request.method === "GET") return json(response, 404, { error: { message: "There is nothing here." } });
    if (request.url?.endsWith("/audio/transcriptions")) {
      transcribed.push(await askedTranscription(request));
      return json(response, 200, { text: "The tide is late." });
    }
    const body = JSON.parse(await bodyOf(request));
    if (request.url?.endsWith("/realtime/client_secrets")) {
      secretsAsked.push(body);
      return json(response, 200, { value: "ek-0123", expires_at: 1, session: body.session });
    }
    if (request.url?.endsWith("/embeddings")) {
      embedded.push({ authorization: request.headers.authorization, model: body.model, input: body.input });
      return embed(response, body);
    }
    if (request.url?.endsWith("/audio/speech")) return speak(response, body, spoken);
    // Other programs that serve models have calls of their own, such as Ollama's for a model's abilities.
    if (!Array.isArray(body.messages)) return json(response, 404, { error: { message: "There is nothing here." } });
    const tools = (body.tools ?? []).map((tool: { function: { name: string } }) => tool.function.name);
    const call = { authorization: request.headers.authorization, model: body.model, tools };
    if (!body.stream || body.messages.at(-1)?.role === "system") {
      askedBehind.push({ ...call, messages: body.messages });
      return answerBehind(response, body);
    }
    const [system, messages] = splitSystem(body.messages);
    told.push(system);
    asked.push({ ...call, messages });
    response.on("close", () => {
      if (!response.writableFinished) abandoned += 1;
    });
    const question = String(body.messages.findLast(({ role }: AskedMessage) => role === "user")?.content ?? "");
    const released = () => new Promise<void>((resolve) => waiting.push(resolve));
    if (body.messages.at(-1)?.role === "tool" && !question.startsWith("loops"))
      return tellResults(response, body.messages, question.startsWith("asks") ? released : undefined);
    if (question.startsWith("fenced ")) return writeCall(response, question, body.messages);
    const isContinued = messages.at(-2)?.role === "assistant" && messages.at(-2)?.content === half;
    const answer = isContinued ? answers.recites : answers[actOf(question, body.model)];
    await (answer ?? echo)(response, question, released);
  });
  const release = async () => {
    while (waiting.length === 0) await pause(10);
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    ...upstream,
    asked,
    told,
    askedBehind,
    spoken,
    transcribed,
    embedded,
    secretsAsked,
    abandoned: () => abandoned,
    release,
  };
}

/** Words that mean the same to the embedding model. */
const meanings = [/oilskins|waterproof clothing/i, /harbour|port/i, /./s];

/** Sends vectors of texts, by the meanings in them. A model that `fails` sends an error. */
function embed(response: ServerResponse, { model, input }: Pick<AskedVectors, "model" | "input">): void {
  if (model === "fails") return void json(response, 503, { error: { message: "The model is not loaded." } });
  const data = input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: meanings.map((words, place) => (words.test(text) ? 1 / (place + 1) : 0)),
  }));
  json(response, 200, { object: "list", data, model, usage: { prompt_tokens: 7, total_tokens: 7 } });
}

/** The seconds of sound that stand for a letter. */
export const secondsOfLetter = 0.05;

/** Returns a tone as long as the text; one that is to break off after its half, and one that is not to be read at all. */
function speak(response: ServerResponse, asked: AskedSpeech, spoken: AskedSpeech[]): void {
  spoken.push(asked);
  if (asked.input.includes("mute")) return void json(response, 404, { error: { message: "No such model." } });
  const length = Math.round(asked.input.length * secondsOfLetter * 24_000);
  const tone = Int16Array.from({ length }, (_, index) => 3000 * Math.sin(index / 10));
  const file = Buffer.from(wavOf(tone));
  response.writeHead(200, { "content-type": "audio/wav" });
  if (!asked.input.includes("half")) return void response.end(file);
  response.write(file.subarray(0, file.length / 2), () => setTimeout(() => response.destroy(), 100));
}

/** Reads a form with a recording. */
async function askedTranscription(request: IncomingMessage): Promise<AskedTranscription> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(Buffer.concat(chunks), { headers }).formData();
  const fields = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const file = form.get("file");
  if (!(file instanceof File)) throw new Error("The form has no file.");
  const { name, type, size } = file;
  return { authorization: request.headers.authorization, fields, file: { name, type, size } };
}

/** Takes off what a model is told of itself. */
function splitSystem(messages: readonly AskedMessage[]): [string, readonly AskedMessage[]] {
  const text = String(messages[0]?.content ?? "");
  return messages[0]?.role === "system" && text.startsWith("You are an assistant")
    ? [text, messages.slice(1)]
    : ["", messages];
}

/**
 * Returns how a question is to be answered: its first word. `each a=limited b=endless` says it for each model; others
 * echo.
 */
function actOf(question: string, model: string): string {
  const words = question.split(/\s/);
  if (words[0] !== "each") return words[0] ?? "";
  return words.find((word) => word.startsWith(`${model}=`))?.slice(model.length + 1) ?? "";
}

function answerBehind(
  response: ServerResponse,
  { messages, stream }: { readonly messages: readonly AskedMessage[]; readonly stream: boolean },
): void {
  const first = String(messages.find(({ role }) => role === "user")?.content ?? "");
  if (!first.startsWith("tell")) json(response, 503, { error: { message: "No titles today." } });
  else if (stream) tellMemory(response);
  else {
    const message = { role: "assistant", content: '"**Why tides arrive late.**"' };
    json(response, 200, { choices: [{ index: 0, message, finish_reason: "stop" }] });
  }
}

function tellMemory(response: ServerResponse): void {
  head(response);
  delta(response, { content: "They spoke " });
  delta(response, { content: "of tides." });
  finish(response);
}

/** The text of `halves`. */
const half = "It is said:";

const answers: Readonly<Record<string, Answer>> = {
  /** Streams words for a long time, until the other side goes away. */
  async endless(response) {
    head(response);
    for (let word = 1; !response.destroyed && word < 4000; word++) {
      delta(response, { content: `word${word} ` });
      await pause(20);
    }
  },
  /** `long 300` streams so many numbered paragraphs as fast as it can. */
  long(response, question) {
    head(response);
    const count = Number(question.split(/\s/)[1] ?? 50);
    for (let index = 1; index <= count; index++) delta(response, { content: `Paragraph ${index} of the tide.\n\n` });
    finish(response);
  },
  /** `sentences 9` streams so many sentences, a few a second. */
  async sentences(response, question) {
    head(response);
    const count = Number(question.split(/\s/)[1] ?? 9);
    for (let index = 1; index <= count; index++) {
      delta(response, { content: `Wave **${index}** comes in. ` });
      await pause(300);
    }
    finish(response);
  },
  /** `letters 300` streams so many letters, each as an event of its own. */
  letters(response, question) {
    head(response);
    const count = Number(question.split(/\s/)[1] ?? 100);
    for (let index = 0; index < count; index++) delta(response, { content: letterAt(index) });
    finish(response);
  },
  /** Streams code, a table, a formula and a diagram, a few letters at a time. */
  async draws(response) {
    head(response);
    for (let at = 0; at < drawn.length; at += 6) {
      delta(response, { content: drawn.slice(at, at + 6) });
      await pause(10);
    }
    finish(response);
  },
  /** Streams a page and the first words below it, and the rest once the test has seen the page. */
  async pages(response, _question, released) {
    head(response);
    delta(response, { content: `${page}\n\n1. The tide turns` });
    await released();
    for (let at = 0; at < belowPage.length; at += 6) {
      delta(response, { content: belowPage.slice(at, at + 6) });
      await pause(10);
    }
    finish(response);
  },
  /** Streams a million characters as fast as it can. */
  megabyte(response) {
    head(response);
    for (let line = 0; line < 20_000; line++)
      delta(response, { content: `${line} and the tide turns at the old pier again.\n\n`.slice(-50) });
    finish(response);
  },
  async reasons(response) {
    head(response);
    delta(response, { reasoning_content: "First the Moon, then the shelf." });
    await pause(50);
    delta(response, { content: "Because of the shelf." });
    usage(response);
    finish(response);
  },
  /** Tells so much that a title and a summary are due. */
  tell(response) {
    head(response);
    for (let line = 1; line <= 200; line++) delta(response, { content: `${line}. The tide turns at the pier.\n` });
    finish(response);
  },
  /** Thinks until the test has seen it think. */
  async ponders(response, _question, released) {
    head(response);
    delta(response, { reasoning_content: "First the Moon, " });
    await Promise.all([released(), pause(1200)]);
    delta(response, { reasoning_content: "then the shelf." });
    await pause(50);
    delta(response, { content: "Because of the shelf." });
    usage(response);
    finish(response);
  },
  markdown(response) {
    head(response);
    delta(response, {
      content:
        '## Heading\n\nText with **bold** and a [link](https://example.com/x).\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n$$\nx^2\n$$\n\n<b id="planted">html</b>\n\n![chart](https://images.example.com/a.png)\n\n[bad](javascript:alert(1))',
    });
    finish(response);
  },
  /** Cites two pages of a document, of which the second is missing. */
  cites(response) {
    head(response);
    delta(response, { content: "The ferry takes forty minutes [tides.md, p. 2]. " });
    delta(response, { content: "It runs daily [tides.md, p. 9]. So [1, 2] stays." });
    finish(response);
  },
  /** Cites two pages of a PDF, and a document that the chat does not have. */
  citesPdf(response) {
    head(response);
    delta(response, { content: "The ferry takes forty minutes [tides.pdf, p. 12]. " });
    delta(response, { content: "Bread is baked at four [tides.pdf, p. 3]. Fish is sold [fish.pdf, p. 2]." });
    finish(response);
  },
  /** Cites a page of a document more often than any model does. */
  citesOften(response) {
    head(response);
    delta(response, { content: Array.from({ length: 700 }, () => "Ebb [tides.pdf, p. 3].").join(" ") });
    finish(response);
  },
  /** Says one sentence and the beginning of another, and waits until the test has heard the first. */
  async recites(response, _question, released) {
    head(response);
    delta(response, { content: "The **tide** comes in. Then it " });
    await released();
    delta(response, { content: "goes out." });
    finish(response);
  },
  /** Is cut off once the test has seen what came: what is still on its way goes down with a connection. */
  async cut(response, _question, released) {
    head(response);
    delta(response, { content: "Half an answer" });
    await released();
    response.destroy();
  },
  /** Loses its connection after a few words. */
  async breaks(response) {
    head(response);
    for (let word = 1; word <= 5; word++) {
      delta(response, { content: `word${word} ` });
      await pause(100);
    }
    response.destroy();
  },
  silentEnd(response) {
    head(response);
    delta(response, { content: "No finish word" });
    response.end();
  },
  nothing(response) {
    head(response);
    response.end();
  },
  unauthorized: (response) =>
    json(response, 401, {
      error: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" },
    }),
  limited: (response) =>
    json(response, 429, { error: { message: "Slow down, please.", type: "requests", code: "rate_limit_exceeded" } }),
  html(response) {
    response.writeHead(500, { "content-type": "text/html" });
    response.end("<html><body><h1>502 Bad Gateway</h1><script>window.planted = 1</script></body></html>");
  },
  html200(response) {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<html><body>Please log in</body></html>");
  },
  halfCharacter(response) {
    head(response);
    delta(response, { content: "Gezeiten " });
    const whole = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content: "ü und 🌊" } }] })}\n\n`);
    const middle = whole.indexOf(0xf0) + 2;
    response.write(whole.subarray(0, middle));
    setTimeout(() => {
      response.write(whole.subarray(middle));
      response.write(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0xf0, 0x9f]));
      finish(response);
    }, 60);
  },
  doneTwice(response) {
    head(response);
    delta(response, { content: "Once." });
    response.write("data: [DONE]\n\n");
    delta(response, { content: " Never seen." });
    response.end("data: [DONE]\n\n");
  },
  huge(response) {
    response.writeHead(200, { "content-type": "text/plain" });
    const chunk = "tide ".repeat(200_000);
    for (let index = 0; index < 30; index++) response.write(chunk);
    response.end();
  },
  /** `calls name {"a":1} | other {}` asks for these tools, and tells their results when it has them. */
  calls: askForTools,
  /** Like `calls`, but waits for the test before it tells all of a result. */
  asks: askForTools,
  /** Asks for its tool again and again, whatever it answers. */
  loops: askForTools,
  /** Ends at its limit of tokens, and recites the rest when it is asked to continue. */
  halves(response) {
    head(response);
    delta(response, { content: half });
    finish(response, "length");
  },
  /** Ends at its limit of tokens. */
  limit(response) {
    head(response);
    delta(response, { content: "Half a " });
    finish(response, "length");
  },
  /** Gives another answer each time. */
  count: (() => {
    let count = 0;
    return (response: ServerResponse) => {
      count += 1;
      head(response);
      delta(response, { content: `Answer ${count}` });
      finish(response);
    };
  })(),
  /** Fails on the first asking and answers on the second. */
  flaky: (() => {
    let count = 0;
    return (response: ServerResponse, question: string) => {
      count += 1;
      return count % 2 === 1 ? json(response, 503, { error: { message: "Try again." } }) : echo(response, question);
    };
  })(),
};

function askForTools(response: ServerResponse, question: string): void {
  head(response);
  const calls = question.slice(question.indexOf(" ") + 1).split(" | ");
  for (const [index, call] of calls.entries()) {
    const [name, argumentsText] = [call.split(" ")[0], call.slice(call.indexOf(" ") + 1)];
    delta(response, {
      tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: "" } }],
    });
    for (const piece of argumentsText.match(/.{1,5}/g) ?? []) {
      delta(response, { tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  finish(response, "tool_calls");
}

/** `fenced name {"a":1}` writes the call into the reply, for the first client that it was told of. */
function writeCall(response: ServerResponse, question: string, messages: readonly AskedMessage[]): void {
  const [, name = "", argumentsText = "{}"] = /^fenced (\S+) (.*)$/.exec(question) ?? [];
  const told = messages.map(({ content }) => String(content)).join("\n");
  const client = /^Client (\S+):$/m.exec(told)?.[1] ?? "nobody";
  const request = JSON.stringify({ method: "tools/call", params: { name, arguments: JSON.parse(argumentsText) } });
  head(response);
  delta(response, { content: `Let me look.\n\n\`\`\`json:mcp:${client}\n${request}\n\`\`\`` });
  finish(response);
}

async function tellResults(
  response: ServerResponse,
  messages: readonly AskedMessage[],
  released: () => Promise<void> = async () => {},
): Promise<void> {
  const results = messages.slice(messages.findLastIndex(({ role }) => role !== "tool") + 1);
  head(response);
  delta(response, { content: "The tools said: " });
  await released();
  delta(response, { content: results.map(({ content }) => String(content)).join("; ") });
  finish(response);
}

/** Letters with a blank after every ninth, so that they are words. */
export function letterAt(index: number): string {
  return index % 10 === 9 ? " " : String.fromCharCode(97 + (index % 26));
}

const page = "Here is the page.\n\n```html\n<h1>High water</h1>\n<p>At the pier, at noon.</p>\n```";
const belowPage = " at the pier, and the boats turn with it.\n1. The tide turns".repeat(6);

const drawn = `The tide in **four** ways, with \`code\` and a [link](https://example.com/tide).

\`\`\`ts
const level = (hour: number) => Math.cos(hour / 2);
console.log(level(3));
\`\`\`

| port | delay |
| --- | ---: |
| Brest | 3 |
| Calais | 5 |

$$
h(t) = \\sum_{k=1}^{n} a_k \\cos(\\omega_k t + \\varphi_k)
$$

\`\`\`mermaid
flowchart LR
  A[Moon] --> B[Sea]
  B --> C[Shelf]
  C --> D[Harbour]
  D --> E[Pier]
  E --> F[Boat]
  F --> G[Nets]
  G --> H[Fish]
\`\`\`

The last words.
`;

function echo(response: ServerResponse, question: string): void {
  head(response);
  delta(response, { content: `You said: ${question.slice(0, 200)}` });
  usage(response);
  finish(response);
}

function head(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  delta(response, { role: "assistant", content: "" });
}

function delta(response: ServerResponse, value: Readonly<Record<string, unknown>>): void {
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: value, finish_reason: null }] })}\n\n`);
}

function usage(response: ServerResponse): void {
  const counts = { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 };
  response.write(`data: ${JSON.stringify({ choices: [], usage: counts })}\n\n`);
}

function finish(response: ServerResponse, reason = "stop"): void {
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\n`);
  response.end("data: [DONE]\n\n");
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
