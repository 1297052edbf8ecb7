import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { readServerFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useCodeFeatures } from "@/store/settings/code-features";
import { deniedModels, followCodeRights, lackingFeatures, readShownRights } from "@/store/settings/code-rights";
import { availableModels, useModels } from "@/store/settings/models";
import { fakeEnvironment } from "../../support/fake-environment";

const initial = { access: useAccess.getState(), models: useModels.getState() };

afterEach(() => {
  useAccess.setState(initial.access, true);
  useModels.setState(initial.models, true);
});

function start(flags: Record<string, unknown> = {}) {
  const read = readServerFlags({ needCode: true, ...flags });
  if (!read) throw new Error("No flags.");
  useAccess.setState({ flags: read, areFlagsFinal: true, reach: { relay: "/api" }, accessCode: "one" });
}

/** Returns the names of the models that can be chosen, by provider. */
function offered(): Readonly<Record<string, readonly string[]>> {
  const models = availableModels(useAccess.getState(), useModels.getState().fetched);
  const ids = [...new Set(models.map(({ provider }) => provider.id))];
  const namesOf = (id: string) => models.filter(({ provider }) => provider.id === id).map(({ name }) => name);
  return Object.fromEntries(ids.map((id) => [id, namesOf(id)]));
}

const rightsOf = (rights: unknown) => () => Response.json({ rights });
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

test("reads rights, and ignores values of other types", () => {
  expect(readShownRights({ rights: { models: "-all,a", providers: ["openai"], features: [], perMinute: 3 } })).toEqual({
    models: "-all,a",
    providers: ["openai"],
    features: [],
  });
  expect(readShownRights({ rights: { models: 5, providers: "openai", features: [1] } })).toEqual({});
  for (const answer of [{ rights: null }, {}, [], null, "x"]) expect(readShownRights(answer)).toBeUndefined();
});

test("hides models and providers that the code lacks, within the operator's list", async () => {
  start({ customModels: "-all,+gpt-4o-mini@openai,+gpt-4.1@openai,+claude-opus-4-1@anthropic" });
  expect(offered()).toEqual({ openai: ["gpt-4.1", "gpt-4o-mini"], anthropic: ["claude-opus-4-1"] });
  const env = fakeEnvironment({ responses: [rightsOf({ models: "-all,+gpt-4.1,+o3", features: [] })] });
  const stop = followCodeRights(env);
  await env.advance(1000);
  await settle();
  // The operator's list does not have o3, so the code does not add it.
  expect(offered()).toEqual({ openai: ["gpt-4.1"] });
  expect([env.calls[0]?.url, env.calls[0]?.init.headers]).toEqual([
    "/api/access",
    { authorization: "Bearer nk-one", accept: "application/json" },
  ]);
  stop();
});

test("another code shows everything again until its rights are known", async () => {
  start();
  const all = offered();
  const env = fakeEnvironment({
    responses: [rightsOf({ providers: ["OpenAI"] }), rightsOf({ providers: ["google"] })],
  });
  const stop = followCodeRights(env);
  await env.advance(1000);
  await settle();
  expect(Object.keys(offered())).toEqual(["openai"]);
  useAccess.getState().setAccessCode("two");
  expect(offered()).toEqual(all);
  await env.advance(1000);
  await settle();
  expect(Object.keys(offered())).toEqual(["google"]);
  useAccess.getState().setAccessCode("");
  expect(offered()).toEqual(all);
  await env.advance(1000);
  expect(env.calls).toHaveLength(2);
  stop();
});

test.each([
  ["a wrong code", () => new Response("{}", { status: 401 })],
  ["a server that sends no rights", () => new Response(null, { status: 204 })],
  ["no network", () => Promise.reject(new TypeError("fetch failed"))],
  ["something else", () => new Response("<html>")],
  ["a code without limits", rightsOf(null)],
])("hides nothing with %s", async (_name, response) => {
  start();
  const all = offered();
  const env = fakeEnvironment({ responses: [response] });
  const stop = followCodeRights(env);
  await env.advance(1000);
  await settle();
  expect(offered()).toEqual(all);
  stop();
});

test("models for images and speech belong to features", () => {
  start();
  const access = useAccess.getState();
  const denied = deniedModels({ features: ["tools"] }, access, {}, "");
  expect(denied).toContain("-dall-e-3@openai");
  expect(denied).toContain("-gpt-4o-mini-transcribe@openai");
  expect(denied).not.toContain("-gpt-4o-mini@openai");
  expect(deniedModels({ features: ["images", "voice"] }, access, {}, "")).toEqual([]);
});

test("a provider with an own key is not limited by the code", () => {
  start();
  useAccess.getState().setUseCustomConfig(true);
  useAccess.getState().setValue(providers.openai as Provider, "apiKey", "sk-own");
  const denied = deniedModels({ models: "-all" }, useAccess.getState(), {}, "");
  expect(denied.some((entry) => entry.endsWith("@openai"))).toBe(false);
  expect(denied.some((entry) => entry.endsWith("@anthropic"))).toBe(true);
});

test("controls of features that the code lacks are hidden, until another code is entered", async () => {
  start();
  const env = fakeEnvironment({ responses: [rightsOf({ features: ["images"] }), rightsOf(null)] });
  const stop = followCodeRights(env);
  await env.advance(1000);
  await settle();
  expect(useCodeFeatures.getState().lacking).toEqual(["tools", "voice"]);
  useAccess.getState().setAccessCode("two");
  expect(useCodeFeatures.getState().lacking).toEqual([]);
  await env.advance(1000);
  await settle();
  expect(useCodeFeatures.getState().lacking).toEqual([]);
  stop();
});

test("the rights of a user of a proxy are requested without a code", async () => {
  start({ needCode: false, hasUser: true });
  const env = fakeEnvironment({ responses: [rightsOf({ features: [] })] });
  const stop = followCodeRights(env);
  await env.advance(1000);
  await settle();
  expect(env.calls.map(({ init }) => init.headers)).toEqual([{ accept: "application/json" }]);
  expect(useCodeFeatures.getState().lacking).toEqual(["images", "tools", "voice"]);
  stop();
  expect(useCodeFeatures.getState().lacking).toEqual([]);
});

test.each([
  ["an own key", { useCustomConfig: true, values: { openaiApiKey: "sk-own" }, hosts: { openaiApiKey: "" } }, {}, []],
  ["models on the computer", {}, { ollama: ["llama3"] }, []],
  ["neither", {}, {}, ["images", "tools", "voice"]],
])(
  "with %s, controls are hidden only if there are no other models",
  (_name, own, fetched: Record<string, string[]>, lacking) => {
    start();
    useAccess.setState(own as never);
    expect(lackingFeatures({ features: [] }, useAccess.getState(), fetched)).toEqual(lacking);
  },
);

test.each([
  ["no network", () => Promise.reject(new TypeError("fetch failed"))],
  ["a busy server", () => new Response(null, { status: 503 })],
  ["a page of a hotel's network", () => new Response("<html>")],
])("rights are requested again after %s", async (_name, failing) => {
  start();
  const env = fakeEnvironment({ responses: [failing, failing, rightsOf({ features: [] })] });
  const stop = followCodeRights(env);
  await env.advance(1000);
  await settle();
  expect(env.calls).toHaveLength(1);
  await env.advance(5000);
  await settle();
  expect(env.calls).toHaveLength(2);
  expect(useCodeFeatures.getState().lacking).toEqual([]);
  await env.advance(30_000);
  await settle();
  expect(useCodeFeatures.getState().lacking).toEqual(["images", "tools", "voice"]);
  await env.advance(3_600_000);
  expect(env.calls).toHaveLength(3);
  stop();
});

test("a wrong code and a code without limits are requested once", async () => {
  for (const response of [() => new Response("{}", { status: 401 }), rightsOf(null)]) {
    start();
    const env = fakeEnvironment({ responses: [response] });
    const stop = followCodeRights(env);
    await env.advance(3_600_000);
    expect(env.calls).toHaveLength(1);
    stop();
  }
});

test("rights are requested again when the server refuses a call, and stay in use until then", async () => {
  start();
  const env = fakeEnvironment({ responses: [rightsOf({ features: ["images"] }), rightsOf({ features: ["voice"] })] });
  const stop = followCodeRights(env);
  await env.advance(1000);
  await settle();
  useCodeFeatures.setState({ failure: { code: "server" } });
  await env.advance(1000);
  expect(env.calls).toHaveLength(1);
  useCodeFeatures.setState({ failure: { code: "code-images" } });
  expect(useCodeFeatures.getState().lacking).toEqual(["tools", "voice"]);
  await env.advance(1000);
  await settle();
  expect(useCodeFeatures.getState().lacking).toEqual(["images", "tools"]);
  expect(env.calls).toHaveLength(2);
  stop();
});
