import { serverlessFlags } from "@/lib/settings/server-flags";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { estimateRequest } from "@/store/turns/request-estimate";
import { sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";
import { memoryStorage } from "../../support/memory-storage";

beforeEach(() => {
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    navigator: { languages: ["en"] },
    document: { addEventListener() {} },
  });
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" }, reach: {} });
  useModels.setState({
    fetched: { ollama: ["qwen3:8b"], openai: ["gpt-4o"] },
    abilities: { ollama: { "qwen3:8b": { maxWindow: 40_960 } } },
  });
});

/** Returns the room of a request in a chat with these settings. */
async function roomOf(settings: object): Promise<number | undefined> {
  const plain = sampleSession({ id: "s1" });
  const modelConfig = { ...usualSettings, max_tokens: 1000, ...settings };
  const mask = { ...plain.mask, modelConfig, syncGlobalConfig: false };
  useChats.getState().hydrate([{ ...plain, mask }], "s1", usualDefaults);
  return (await estimateRequest("s1", "When is high tide?"))?.room;
}

const ollama = { model: "qwen3:8b", providerName: "Ollama" };

test.each([
  ["OpenAI's model", { model: "gpt-4o", providerName: "OpenAI" }, 127_000],
  ["Ollama's model", ollama, undefined],
  ["Ollama's model with a context length", { ...ollama, num_ctx: "8192" }, 7192],
  ["Ollama's model with a longer one than its own", { ...ollama, num_ctx: "131072" }, 39_960],
  ["Ollama's model with text that names no length", { ...ollama, num_ctx: "long" }, undefined],
  ["OpenAI's model with a context length", { model: "gpt-4o", providerName: "OpenAI", num_ctx: "8192" }, 127_000],
])("a request to %s has room for its context less its reply", async (_name, settings, room) => {
  expect(await roomOf(settings)).toBe(room);
});
