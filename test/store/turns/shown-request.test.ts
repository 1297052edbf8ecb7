import { apiTypeNames } from "@/lib/providers/api-types";
import { boundNameOf, type HttpCall, type Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { credentialMark, shownCall, withWholeAddress } from "@/lib/providers/shown-call";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useChats } from "@/store/chats/chats";
import { useFacts } from "@/store/library/facts";
import { tabContext } from "@/store/records/records";
import { providersOf, useAccess } from "@/store/settings/access";
import { sessionInUse, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { buildNextRequest, openReply } from "@/store/turns/engine";
import { inspectRequest } from "@/store/turns/inspect-request";
import { recordedReply } from "@/store/turns/recorded-replies";
import { sampleMessage, sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";
import { type FakeCall, fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";

const question = "And “low” tide? 潮汐 👩‍👩‍👧\n\tnext \\ line";
const image = "data:image/png;base64,iVBORw0KGgo=";
const secretOf = (field: string) => `sk-canary-of-${field.toLowerCase()}-0123456789`;
const secrets = /sk-canary-of-[a-z]+-0123456789(:sk-canary-of-[a-z]+-0123456789)?/g;
/** The path at which Baidu's signature requests its token. */
const tokenPath = "/oauth/2.0/token";

beforeEach(async () => {
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    navigator: { languages: ["en"] },
    document: { addEventListener() {}, hidden: true },
    location: { href: "https://app.test/chat", origin: "https://app.test" },
    matchMedia: () => ({ matches: true }),
    addEventListener() {},
  });
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" }, reach: {}, endpoints: [] });
  useAccess.getState().setUseCustomConfig(true);
  useSettings.getState().setSystemPrompt("Use short sentences.");
  // Offers a tool to the models.
  useSettings.getState().set("enableFacts", true);
  await useFacts.whenRead().catch(() => {});
});

/** Fills in the credentials of a provider. */
function setUp(provider: Provider): void {
  for (const [name, field] of Object.entries(provider.fields)) {
    if (field.kind === "secret")
      useAccess.getState().setValue(provider, name, name === "extraHeaders" ? "" : secretOf(name));
    if (field.kind === "endpoint" && field.default === "")
      useAccess.getState().setValue(provider, name, "https://own.test");
  }
}

/** Opens a chat with a model. */
function openChatWith(provider: Provider, model: string): void {
  const plain = sampleSession({ id: "s1" });
  const own = { model, providerName: boundNameOf(provider), enableInjectSystemPrompts: false, temperature: 0.7 };
  const mask = { ...plain.mask, modelConfig: { ...usualSettings, ...own }, syncGlobalConfig: false };
  useChats.getState().hydrate([{ ...plain, mask }], "s1", usualDefaults);
  useChats.getState().fillThread("s1", []);
  const content = [
    { type: "text" as const, text: "When is high tide?" },
    { type: "image_url" as const, image_url: { url: image } },
  ];
  const tools = [
    { id: "call_1", name: "tide", argumentsText: '{"place":"Amber"}', state: "done", result: "06:12" },
  ] as const;
  useChats
    .getState()
    .append("s1", [
      sampleMessage({ id: "q1", content }),
      sampleMessage({ id: "r1", role: "assistant", content: "At noon.", tools }),
    ]);
}

/** Sends the question. Returns the sent calls, without those for tokens. */
async function sentCalls(): Promise<readonly FakeCall[]> {
  const { sessions, messages } = useChats.getState();
  const session = sessions[0] && sessionInUse(sessions[0]);
  if (!session) throw new Error("no chat");
  const asked = sampleMessage({ id: "q2", content: question });
  const history = ["q1", "r1"].flatMap((id) => messages[id] ?? []);
  const request = await buildNextRequest({ session, history, question: asked });
  const env = fakeEnvironment({
    responses: ({ url }) =>
      url.includes(tokenPath)
        ? Response.json({ access_token: "token-0123456789", expires_in: 3600 })
        : Response.json({ error: { message: "No." } }, { status: 500 }),
    clock: "instant",
  });
  const { signal } = new AbortController();
  const options = { signal, thread: [...history, asked], replyId: "r2" };
  for await (const _event of openReply(session, request, options, { ...tabContext, env }));
  return env.calls.filter(({ url }) => !url.includes(tokenPath));
}

/** A call with the files of its form by name, type and size. */
type DescribedCall = Omit<HttpCall, "files"> & { readonly files?: readonly object[] };

const describeFile = (field: string, name: string, { type, size }: Blob) => ({ field, name, type, size });

function described({ files, ...call }: HttpCall): DescribedCall {
  return {
    ...call,
    ...(files && { files: files.map(({ field, name, content }) => describeFile(field, name, content)) }),
  };
}

/** Returns the sent body, or the sent form. */
function sentBody({ init: { body } }: FakeCall): Pick<DescribedCall, "body" | "form" | "files"> {
  if (!(body instanceof FormData)) return { body: String(body) };
  const entries = [...body.entries()];
  const files = entries.flatMap(([name, value]) =>
    value instanceof File ? [describeFile(name, value.name, value)] : [],
  );
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { form: Object.fromEntries(texts), ...(files.length > 0 && { files }) };
}

/** Returns a sent call as it is displayed, whose credentials begin with `sk-canary`. */
function withoutCanaries(sent: FakeCall): DescribedCall {
  const hide = (text: string) => text.replace(secrets, credentialMark);
  const headers = Object.entries(sent.init.headers as Record<string, string>);
  const method = sent.init.method === "GET" ? "GET" : "POST";
  const shown = Object.fromEntries(headers.map(([name, value]) => [name, hide(value)]));
  return { method, url: new URL(hide(sent.url), location.href).href, headers: shown, ...sentBody(sent) };
}

/** Compares the request of each model, as displayed before and after it is sent, with the one that is sent. */
async function compareAll(provider: Provider, models: readonly string[]): Promise<void> {
  setUp(provider);
  useModels.setState({ fetched: { [provider.id]: [...models] } });
  for (const model of models) {
    openChatWith(provider, model);
    const shown = await inspectRequest("s1", question);
    const [sent] = await sentCalls();
    const recorded = recordedReply("r2")?.calls[0];
    if (!shown || !sent || !recorded) throw new Error(`${model} was not called`);
    const body = sentBody(sent);
    expect(sent.url + (body.body ?? body.form?.model)).toContain(model);
    expect(body.body ?? body.form?.prompt).toContain("潮汐 👩‍👩‍👧");
    expect(described(shown.call)).toMatchObject(body);
    expect(withWholeAddress(shownCall(recorded.call), location.href)).toEqual(shown.call);
    // A signature is added to the call when it is sent.
    if (!shown.isSigned) expect(withoutCanaries(sent)).toEqual(described(shown.call));
    expect(JSON.stringify([shown, recorded])).not.toContain("sk-canary");
  }
}

describe("the displayed request is the sent one, byte for byte, for all models of", () => {
  // Stability has no chats, and the demonstration sends nothing.
  const builtIn = Object.values<Provider>(providers).filter(({ id }) => id !== "stability" && id !== "demo");

  test.each(builtIn.map((provider) => [provider.name, provider] as const))("%s", async (_name, provider) => {
    await compareAll(provider, provider.models.length > 0 ? provider.models : ["any"]);
  });

  test.each(apiTypeNames)("a server with the API %s", async (apiType) => {
    const { id } = useAccess.getState().addEndpoint("Own", apiType);
    const provider = providersOf(useAccess.getState()).find((each) => each.id === id);
    if (!provider) throw new Error("no server");
    useAccess.getState().setValue(provider, "extraBody", '{"seed":7,"tides":["潮"]}');
    await compareAll(provider, ["any"]);
  });
});

test.each(['{"seed":7', "[1]", '{"api_key":"sk-2"}', '{"messages":[]}'])(
  "with the extra body %s, which a sync or an import can bring, nothing is sent, and the dialog reports it",
  async (extraBody) => {
    const { id } = useAccess.getState().addEndpoint("Own", "openai");
    const provider = providersOf(useAccess.getState()).find((each) => each.id === id);
    if (!provider) throw new Error("no server");
    setUp(provider);
    useAccess.getState().setValue(provider, "extraBody", extraBody);
    useModels.setState({ fetched: { [provider.id]: ["any"] } });
    openChatWith(provider, "any");
    await expect(inspectRequest("s1", question)).rejects.toMatchObject({ code: "extra-body" });
    expect(await sentCalls()).toEqual([]);
  },
);
