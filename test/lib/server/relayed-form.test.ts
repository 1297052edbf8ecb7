import { createByteBudget } from "@/lib/server/byte-budget";
import { requestedOutput } from "@/lib/server/call-limits";
import type { RelayCall } from "@/lib/server/relay-call";
import { relayRoute } from "@/lib/server/relay-route";
import { readRelayedForm } from "@/lib/server/relayed-form";
import { estimateBodyTokens } from "@/lib/server/usage/reply-usage";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const sound = () => new File([Uint8Array.of(1, 0, 255, 13, 10)], "speech.webm", { type: "audio/webm" });

type Part = readonly [name: string, value: string | File];

/** Sends a form to the relay, and returns its status, the code of an error, and the form that the provider got. */
async function relayed(
  parts: readonly Part[],
  variables: Variables,
  headers: Record<string, string> = {},
  path = "v1/audio/transcriptions",
) {
  const env = fakeEnvironment({ responses: () => Response.json({ text: "Hello." }) });
  const server = testServer(env, variables);
  const body = new FormData();
  for (const [name, value] of parts) typeof value === "string" ? body.append(name, value) : body.append(name, value);
  const request = new Request(`http://chat.example/api/acme/${path}`, {
    method: "POST",
    body,
    headers: { accept: "application/json", ...headers },
  });
  const response = await relayRoute(request, "acme", path.split("/"), server);
  const answer = await response.json();
  const [call] = env.calls;
  if (!call) return { status: response.status, code: answer.error?.code };
  const type = new Headers(call.init.headers).get("content-type") ?? "";
  const sent = await new Response(call.init.body, { headers: { "content-type": type } }).formData();
  const entries = [...sent.entries()].map(async ([name, value]) => [
    name,
    typeof value === "string" ? value : [value.name, [...new Uint8Array(await value.arrayBuffer())]],
  ]);
  return { status: response.status, sent: await Promise.all(entries) };
}

const server = { ACME_API_KEY: "sk-server" };
const closed = { ...server, CUSTOM_MODELS: "-all,+acme-1@acme" };
const own = { authorization: "Bearer sk-own" };
const file: Part = ["file", sound()];
const sentFile = ["file", ["speech.webm", [1, 0, 255, 13, 10]]];

test("with the operator's key, the listed fields and the file are forwarded", async () => {
  const parts: Part[] = [
    file,
    ["model", "acme-1"],
    ["language", "en"],
    ["fallbacks", "gpt-4"],
    ["response_format", "json"],
  ];
  expect(await relayed(parts, server)).toEqual({
    status: 200,
    sent: [["model", "acme-1"], ["language", "en"], ["response_format", "json"], sentFile],
  });
});

test("a form with an own key passes as it is, unless the operator has a model list", async () => {
  expect(await relayed([["model", "any"], ["other", "1"], file], {}, own)).toEqual({
    status: 200,
    sent: [["model", "any"], ["other", "1"], sentFile],
  });
  expect((await relayed([["model", "any"], file], closed, own)).status).toBe(403);
});

test("the model that is checked is the one that is sent @C3.1 @C3.2", async () => {
  expect(await relayed([["model", " acme-1 "], file], closed)).toEqual({
    status: 200,
    sent: [["model", "acme-1"], sentFile],
  });
});

test.each<[string, Part[], number]>([
  ["a model that is not on the list", [["model", "gpt-4"], file], 403],
  ["two models", [["model", "acme-1"], ["model", "gpt-4"], file], 400],
  ["a model as a file", [["model", sound()], file], 400],
  ["no model", [file], 400],
  ["two files", [["model", "acme-1"], file, file], 400],
  ["no file", [["model", "acme-1"]], 400],
  [
    "a file that is a text",
    [
      ["model", "acme-1"],
      ["file", "sound"],
    ],
    400,
  ],
  ["a very long field", [["model", "acme-1"], ["prompt", "a".repeat(4001)], file], 400],
])("rejects %s", async (_name, parts, status) => {
  expect((await relayed(parts, closed)).status).toBe(status);
});

test("rejects a form that is too large or broken", async () => {
  const large: Part = ["file", new File([new Uint8Array(3000)], "speech.webm")];
  expect((await relayed([["model", "acme-1"], large], { ...server, MAX_BODY_BYTES: "2000" })).status).toBe(413);
});

/** Sends a body as it is, and returns the status and the server. */
async function posted(body: string, type: string, variables: Variables, budget = 10_000) {
  const env = fakeEnvironment({ responses: () => Response.json({ text: "Hello." }) });
  const bodies = createByteBudget(budget);
  const request = new Request("http://chat.example/api/acme/v1/audio/transcriptions", {
    method: "POST",
    body,
    headers: { accept: "application/json", "content-type": type, ...(variables === gated ? own : {}) },
  });
  const server = { ...testServer(env, variables), bodies };
  const { status } = await relayRoute(request, "acme", ["v1", "audio", "transcriptions"], server);
  return { status, calls: env.calls.length, isReleased: bodies.take(budget) };
}

const gated = { CUSTOM_MODELS: "-all,+acme-1@acme" };
const refused = { calls: 0, isReleased: true };
const json = JSON.stringify({ model: "acme-1", file_url: "https://files.example/speech.webm" });

test.each([server, closed, gated])("rejects a JSON body that would need a check: %p", async (variables) => {
  expect(await posted(json, "application/json", variables)).toEqual({ ...refused, status: 400 });
});

/** Writes a form with a number of empty parts beside the model and the file. */
function written(empty: number): string {
  const part = (disposition: string, text: string) =>
    `----edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
  const parts = Array.from({ length: empty }, () => part('name="x"', ""));
  return [
    part('name="model"', "acme-1"),
    part('name="file"; filename="a.webm"', "sound"),
    ...parts,
    "----edge--\r\n",
  ].join("");
}

const multipart = "multipart/form-data; boundary=--edge";

test("accepts twenty parts, and releases their memory after the call", async () => {
  expect(await posted(written(18), multipart, closed)).toEqual({ status: 200, calls: 1, isReleased: true });
  expect(await posted(written(19), multipart, closed)).toEqual({ ...refused, status: 400 });
  const twice = "multipart/form-data; boundary=--edge; boundary=other";
  expect(await posted(written(19), twice, closed)).toEqual({ ...refused, status: 400 });
});

test("rejects a form while the bodies of other calls fill the memory", async () => {
  expect(await posted(written(0), multipart, closed, 100)).toEqual({ ...refused, status: 429 });
});

const picture = (name: string) => new File([Uint8Array.of(137, 80, 78, 71)], name, { type: "image/png" });
const edited = (parts: readonly Part[], variables: Variables, headers = {}) =>
  relayed(parts, variables, headers, "v1/images/edits");
const sentPicture = (name: string) => [name, [137, 80, 78, 71]];

test("a change of images is forwarded with its files, its mask, the listed fields and the permitted model @C3.1 @C3.6", async () => {
  const parts: Part[] = [
    ["image[]", picture("a.png")],
    ["image[]", picture("b.png")],
    ["mask", picture("mask.png")],
    ["model", " acme-1 "],
    ["prompt", "Paint it"],
    ["n", "9"],
    ["size", "1024x1024"],
    ["stream", "true"],
  ];
  expect(await edited(parts, { ...closed, MAX_IMAGES: "2" })).toEqual({
    status: 200,
    sent: [
      ["model", "acme-1"],
      ["prompt", "Paint it"],
      ["n", "2"],
      ["size", "1024x1024"],
      ["image[]", sentPicture("a.png")],
      ["image[]", sentPicture("b.png")],
      ["mask", sentPicture("mask.png")],
    ],
  });
});

test("a change of images with an own key passes as it is, unless the operator has a model list", async () => {
  const parts: Part[] = [
    ["model", "any"],
    ["image", picture("a.png")],
  ];
  expect(await edited(parts, {}, own)).toEqual({
    status: 200,
    sent: [
      ["model", "any"],
      ["image", sentPicture("a.png")],
    ],
  });
  expect((await edited(parts, closed, own)).status).toBe(403);
});

test.each<[string, Part[], number]>([
  ["without an image", [["model", "acme-1"]], 400],
  [
    "with a mask only",
    [
      ["model", "acme-1"],
      ["mask", picture("m.png")],
    ],
    400,
  ],
  [
    "with a text as an image",
    [
      ["model", "acme-1"],
      ["image", "https://images.example/a.png"],
    ],
    400,
  ],
  [
    "with two masks",
    [
      ["model", "acme-1"],
      ["image", picture("a.png")],
      ["mask", picture("m.png")],
      ["mask", picture("m.png")],
    ],
    400,
  ],
  [
    "with 17 images",
    [["model", "acme-1"], ...Array.from({ length: 17 }, (): Part => ["image[]", picture("a.png")])],
    400,
  ],
  [
    "whose number of images is invalid",
    [
      ["model", "acme-1"],
      ["image", picture("a.png")],
      ["n", "-1"],
    ],
    400,
  ],
  [
    "with a model that is not on the list",
    [
      ["model", "gpt-4"],
      ["image", picture("a.png")],
    ],
    403,
  ],
])("rejects a change of images %s @C3.1", async (_name, parts, status) => {
  expect((await edited(parts, closed)).status).toBe(status);
});

test("the images of a form are counted like those of a JSON body", async () => {
  const form = new FormData();
  for (const [name, value] of [
    ["model", "gpt-image-2"],
    ["prompt", "A tide"],
    ["n", "10"],
  ] as const)
    form.append(name, value);
  for (const name of ["one.png", "two.png"])
    form.append("image[]", new File(["12345678"], name, { type: "image/png" }));
  const request = new Request("http://chat.example/", { method: "POST", body: form });
  const call = { target: { provider: { id: "openai" } }, listed: "v1/images/edits" } as unknown as RelayCall;
  const gate = { isClosed: false } as Parameters<typeof readRelayedForm>[3]["gate"];
  const type = request.headers.get("content-type") ?? "";
  const { parsed } = await readRelayedForm(request, type, call, { gate }, testServer(fakeEnvironment({}), server));
  expect(parsed).toEqual({
    model: "gpt-image-2",
    prompt: "A tide",
    n: 10,
    "image[]": [expect.objectContaining({ name: "one.png" }), expect.objectContaining({ name: "two.png" })],
  });
  expect(requestedOutput(parsed).replies).toBe(10);
  expect(estimateBodyTokens(parsed)).toBeGreaterThan(2000);
});
