import { readLink } from "@/lib/links/read-link";
import { openai } from "@/lib/providers/openai";
import { connect } from "@/lib/settings/connect";
import { builtInProviders, useAccess } from "@/store/access";
import { applyLink, linkedModel } from "@/store/apply-link";
import { useSettings } from "@/store/settings";

beforeEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useSettings.setState(useSettings.getInitialState(), true);
});

/** What a link asks for, as the dialog offers it. */
function itemsOf(query: string) {
  const rules = { providers: builtInProviders, needCode: true, hideUserApiKey: false };
  return readLink([...new URLSearchParams(query)], rules).items;
}

/** Where a call to OpenAI goes now, and with which headers. */
function connection() {
  const { baseUrl, headers } = connect(openai, useAccess.getState(), { relay: "/api" });
  return { baseUrl, headers };
}

const link = 'settings={"key":"sk-new","url":"https://gw.example"}';

test("a key and its address are used together from then on", () => {
  applyLink(itemsOf(link).toReversed());
  expect(connection()).toEqual({ baseUrl: "https://gw.example", headers: { Authorization: "Bearer sk-new" } });
  expect(useAccess.getState().hosts).toEqual({ openaiApiKey: "gw.example" });
});

test("an address without its key is not given the key that is stored for another host", () => {
  useAccess.getState().setUseCustomConfig(true);
  useAccess.getState().setValue(openai, "apiKey", "sk-old");
  applyLink(itemsOf(link).filter(({ kind }) => kind === "address"));
  expect(connection()).toEqual({ baseUrl: "https://gw.example", headers: {} });
});

test("a code, settings and a default model are set; nothing else changes", () => {
  const { modelConfig, theme, ...before } = useSettings.getState();
  applyLink(itemsOf('code=open sesame&settings={"theme":"dark","model":"acme@DeepSeek","temperature":9}'));
  expect(useAccess.getState()).toMatchObject({ accessCode: "open sesame", useCustomConfig: false });
  const after = useSettings.getState();
  expect(after).toMatchObject({ ...before, theme: "dark", hasChosenModel: true, lastUpdateTime: after.lastUpdateTime });
  expect([theme, after.modelConfig]).toEqual([
    "auto",
    { ...modelConfig, model: "acme", providerName: "DeepSeek", temperature: 2 },
  ]);
});

test("what belongs to chats is left to the screen", () => {
  const before = [useAccess.getState(), useSettings.getState()];
  applyLink(itemsOf("model=gpt-4o&mask=1&fill=a&submit=b"));
  expect([useAccess.getState(), useSettings.getState()]).toEqual(before);
});

test.each([
  ["deepseek-chat", { model: "deepseek-chat", providerName: "DeepSeek" }],
  ["gpt-4o@azure", { model: "gpt-4o", providerName: "Azure" }],
  ["acme-1@google", { model: "acme-1", providerName: "Google" }],
  ["acme-1", { model: "acme-1", providerName: "OpenAI" }],
  ["claude@20990101", { model: "claude@20990101", providerName: "OpenAI" }],
])("the model %s is asked of whom the link or the list names", (text, expected) => {
  expect(linkedModel(text)).toEqual(expected);
});
