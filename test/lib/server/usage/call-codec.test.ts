/** @jest-environment node */
import type { ChatCodec, Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import type { RelayCall } from "@/lib/server/relay-call";
import { codecOf, codecOfModel } from "@/lib/server/usage/call-codec";
import { withUsageRequest } from "@/lib/server/usage/usage-request";

function counting(): { readonly provider: Pick<Provider, "chat">; readonly created: string[] } {
  const created: string[] = [];
  return {
    created,
    provider: {
      async chat(model) {
        created.push(model);
        return {} as ChatCodec;
      },
    },
  };
}

test("the codec of a model is created once", async () => {
  const { provider, created } = counting();
  const codec = await codecOfModel(provider, "acme-1");
  expect(await codecOfModel(provider, "acme-1")).toBe(codec);
  expect(await codecOfModel(counting().provider, "acme-1")).not.toBe(codec);
  expect(created).toEqual(["acme-1"]);
});

test("a caller that invents models fills no memory, and the models in use stay", async () => {
  const { provider, created } = counting();
  for (let index = 0; index < 500; index++) {
    await codecOfModel(provider, `invented-${index}`);
    await codecOfModel(provider, "acme-1");
  }
  expect(created.filter((model) => model === "acme-1")).toHaveLength(1);
  await codecOfModel(provider, "invented-0");
  expect(created.filter((model) => model === "invented-0")).toHaveLength(2);
});

test("a codec that could not be loaded is loaded at the next call", async () => {
  let isBroken = true;
  const provider: Pick<Provider, "chat"> = {
    async chat() {
      if (isBroken) throw new Error("not loaded");
      return {} as ChatCodec;
    },
  };
  await expect(codecOfModel(provider, "acme-1")).rejects.toThrow("not loaded");
  isBroken = false;
  await expect(codecOfModel(provider, "acme-1")).resolves.toEqual({});
});

function callOf(listed: string): RelayCall {
  const provider = { ...providers.openai, chat: jest.fn(providers.openai.chat) };
  const target = { provider, options: {}, credentials: [] } as unknown as RelayCall["target"];
  return { target, method: "POST", path: listed, listed, query: new URLSearchParams() };
}

test.each(["v1/chat/completions", "v1/responses", "v1/images/generations", "v1/images/edits"])(
  "the codec of %s is that of the path, whatever the model, and is created once",
  async (listed) => {
    const call = callOf(listed);
    const codec = await codecOf(call, "acme-1");
    expect(await codecOf(call, "acme-2")).toBe(codec);
    expect(call.target.provider.chat).not.toHaveBeenCalled();
  },
);

test("a second call of a model loads no codec to request its usage", async () => {
  const call = callOf("v1/chat/completions");
  const parsed = { model: "gpt-4o-mini", stream: true, messages: [] };
  const body = { content: JSON.stringify(parsed), contentType: "application/json", parsed, isTooLarge: () => false };
  for (let times = 0; times < 3; times++) {
    expect((await withUsageRequest(body, call)).parsed).toMatchObject({ stream_options: { include_usage: true } });
  }
  expect(call.target.provider.chat).toHaveBeenCalledTimes(1);
});
