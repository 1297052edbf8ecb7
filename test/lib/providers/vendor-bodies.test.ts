import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ApiType, apiTypes } from "@/lib/providers/api-types";
import { secretRequest, sessionUpdate, voiceUpdate } from "@/lib/providers/codecs/realtime";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { transcribers } from "@/lib/providers/transcription";
import { bodiesFor, bodyAfter, type SentBody } from "../../support/request-bodies";
import { readFixtures, type StreamFixture } from "../../support/stream-fixtures";
import type { VendorBodies } from "../../support/vendor-bodies";

type BodyType = keyof VendorBodies;

/** The types of bodies that a server takes, by the end of the URL. */
type Urls = readonly (readonly [RegExp, BodyType])[];

const openAIUrls: Urls = [
  [/\/chat\/completions(\?|$)/, "OpenAI chat"],
  [/\/responses(\?|$)/, "OpenAI response"],
  [/\/images\/generations(\?|$)/, "OpenAI image"],
];
const geminiUrls: Urls = [[/:(streamG|g)enerateContent(\?|$)/, "Gemini content"]];
const claudeUrls: Urls = [[/\/messages$/, "Anthropic message"]];

/** The built-in providers whose vendors publish a client that is generated from their OpenAPI document. */
const checked: Readonly<Record<string, Urls>> = {
  openai: openAIUrls,
  azure: openAIUrls,
  anthropic: claudeUrls,
  google: geminiUrls,
  groq: [[/\/chat\/completions$/, "Groq chat"]],
  mistral: [[/\/chat\/completions$/, "Mistral chat"]],
  openrouter: [[/\/chat\/completions$/, "OpenRouter chat"]],
};

/** The APIs of users' servers that are those of a vendor. `openai` and `ollama` have fields of other servers, too. */
const checkedApis = {
  "openai-responses": openAIUrls,
  anthropic: claudeUrls,
  gemini: geminiUrls,
  azure: openAIUrls,
} as const satisfies Partial<Record<ApiType, Urls>>;

/** Models of other vendors, which a server of a user may have. */
const otherModels = ["claude-opus-4-5", "gemini-3.8-flash", "grok-5", "gpt-oss-120b", "openai/gpt-6-luna", "llama3.2"];

interface CheckedBody {
  readonly type: BodyType;
  readonly name: string;
  readonly body: unknown;
}

interface Server {
  readonly provider: Provider;
  readonly models: readonly string[];
  readonly urls: Urls;
}

const servers: readonly Server[] = [
  ...Object.values<Provider>(providers).flatMap((provider) => {
    const urls = checked[provider.id];
    return urls ? [{ provider, models: provider.models, urls }] : [];
  }),
  ...(Object.keys(checkedApis) as (keyof typeof checkedApis)[]).map((apiType) => {
    const provider = customEndpoint({ id: "custom-1", name: apiType, boundName: "custom-1", models: [], apiType });
    const base = Object.values<Provider>(providers).find(({ id }) => id === baseOf(apiType));
    return { provider, models: [...(base?.models ?? []), ...otherModels], urls: checkedApis[apiType] };
  }),
];

function baseOf(apiType: keyof typeof checkedApis): string {
  const { provider } = apiTypes[apiType];
  return "id" in provider ? provider.id : "openai";
}

/** Bodies without a type: OpenAI's client sends forms in place of the JSON that changes an image. */
const untyped = /\/images\/edits(\?|$)/;

function checkedBody({ urls, provider }: Server, model: string, { url, body }: SentBody): CheckedBody[] {
  const type = urls.find(([path]) => path.test(url))?.[1];
  if (type === undefined && !untyped.test(url)) throw new Error(`There is no type of bodies for ${url}.`);
  return type ? [{ type, name: `${provider.name} ${model}`, body }] : [];
}

async function bodiesOf(server: Server): Promise<CheckedBody[]> {
  const { provider, models } = server;
  const bodies: CheckedBody[] = [];
  for (const model of models) {
    for (const sent of await bodiesFor({ provider, model })) bodies.push(...checkedBody(server, model, sent));
  }
  for (const fixture of readFixtures().filter((each) => isToolRound(each) && each.provider === provider.id)) {
    const model = models.find((each) => /^(gpt-4o|claude-opus-5|gemini-3)|llama/.test(each)) ?? models[0] ?? "";
    const sent = await bodyAfter(fixture, { provider, model });
    bodies.push(...checkedBody(server, `${model} after ${fixture.path}`, sent));
  }
  return bodies;
}

/** Whether a recording is a reply that is followed by a second request with the results of its calls. */
function isToolRound({ kind, http, outcome }: StreamFixture): boolean {
  const { toolCalls, complete } = outcome as { toolCalls?: readonly unknown[]; complete?: boolean };
  return kind === "chat" && http.status === 200 && complete === true && Boolean(toolCalls?.length);
}

/** Returns the second requests after recordings of the Responses API. */
async function responsesRounds(): Promise<CheckedBody[]> {
  const model = "gpt-6-sol";
  const fixtures = readFixtures().filter((each) => isToolRound(each) && each.provider === "openai-responses");
  const server = { provider: providers.openai as Provider, models: [model], urls: openAIUrls };
  const bodies = fixtures.map(async (fixture) =>
    checkedBody(server, fixture.path, await bodyAfter(fixture, { provider: server.provider, model })),
  );
  return (await Promise.all(bodies)).flat();
}

/** Returns the bodies of calls for speech, and the first events of live conversations. */
async function audioBodies(): Promise<CheckedBody[]> {
  const connection = { baseUrl: "https://provider.test", headers: {} };
  const { openAITranscription } = await import("@/lib/providers/codecs/openai/openai-transcription");
  const audio = new Blob(["a"], { type: "audio/webm" });
  const speech = await providers.openai.speech?.();
  const spoken = speech?.buildRequest({ model: "tts-1", input: "Hello", voice: "alloy", speed: 1 }, connection).body;
  const session = { voice: "marin", instructions: "Be brief." };
  return [
    { type: "OpenAI speech", name: "Speech", body: JSON.parse(spoken ?? "null") },
    ...transcribers.map(({ model }): CheckedBody => {
      const { form } = openAITranscription.buildRequest({ model, audio, language: "en" }, connection);
      return { type: "OpenAI transcription", name: model, body: form };
    }),
    { type: "OpenAI live key", name: "Live key", body: secretRequest("gpt-realtime-2.1", "marin") },
    { type: "OpenAI live session", name: "Live session", body: sessionUpdate(session) },
    { type: "OpenAI live session", name: "Voice", body: voiceUpdate("marin") },
  ];
}

const header = `import type { VendorBodies } from ${JSON.stringify(join(process.cwd(), "test/support/vendor-bodies.ts"))};`;

/** Returns a body as a declaration in one line, so that line numbers are indexes. */
function declaration({ type, body }: CheckedBody, index: number): string {
  return `export const body${index}: VendorBodies[${JSON.stringify(type)}] = ${JSON.stringify(body)};`;
}

/** Compiles a file with one declaration in each line after the header. Returns the lines with errors. */
async function errorsIn(lines: readonly string[]): Promise<{ readonly line: number; readonly message: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), "vendor-bodies-"));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ target: "es2023", module: "esnext", moduleResolution: "bundler", types: ["node"] },
    typeRoots: [join(process.cwd(), "node_modules/@types")],
  };
  try {
    writeFileSync(join(folder, "bodies.ts"), [header, ...lines].join("\n"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["bodies.ts"] }));
    const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
    const run = promisify(execFile)(process.execPath, [compiler, "-p", folder, "--pretty", "false"], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    return stdout.split("\n").flatMap((text) => {
      const [, line, message = ""] = /^(?:\S*\/)?bodies\.ts\((\d+),\d+\): error (.*)/.exec(text) ?? [];
      if (line === undefined && /\berror TS/.test(text)) throw new Error(text);
      return line === undefined ? [] : [{ line: Number(line) - 2, message: message.slice(0, 300) }];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the bodies without those that only differ in the model's name. */
function different(bodies: readonly CheckedBody[]): CheckedBody[] {
  const keys = bodies.map(
    (each) => [`${each.type}${JSON.stringify({ ...Object(each.body), model: "" })}`, each] as const,
  );
  return [...new Map(keys.toReversed()).values()].toReversed();
}

let bodies: readonly CheckedBody[] = [];

beforeAll(async () => {
  const lists = await Promise.all([...servers.map(bodiesOf), responsesRounds(), audioBodies()]);
  bodies = different(lists.flat());
});

test("all bodies are those that the vendors' clients send", async () => {
  expect(bodies.length).toBeGreaterThan(400);
  const errors = await errorsIn(bodies.map(declaration));
  expect(errors.map(({ line, message }) => `${bodies[line]?.type}, ${bodies[line]?.name}: ${message}`)).toEqual([]);
}, 120_000);

test("each type of bodies rejects an unknown field, also in its messages, and a wrong value", async () => {
  const samples = [...new Map(bodies.map((each) => [each.type, each])).values()];
  const wrong = samples.flatMap((sample) => wrongOnes(sample.body).map((body) => ({ ...sample, body })));
  expect(samples.length).toBe(12);
  expect(wrong.length).toBeGreaterThan(24);
  const lines = new Set((await errorsIn(wrong.map(declaration))).map(({ line }) => line));
  expect(
    wrong
      .filter((_, index) => !lines.has(index))
      .map(({ type, body }) => `${type}: ${JSON.stringify(body).slice(0, 700)}`),
  ).toEqual([]);
}, 120_000);

/** Returns copies of a body with an error each: an unknown field, one in the last message, and a wrong model. */
function wrongOnes(body: unknown): unknown[] {
  const fields: Readonly<Record<string, unknown>> = Object(body);
  const list = ["contents", "messages"].find((name) => Array.isArray(fields[name]));
  const messages = list === undefined ? [] : (fields[list] as readonly object[]);
  return [
    { ...fields, not_a_field: 1 },
    ...(list === undefined ? [] : [{ ...fields, [list]: [{ ...messages.at(-1), not_a_field: 1 }] }]),
    ...("model" in fields ? [{ ...fields, model: 1 }] : []),
  ];
}
