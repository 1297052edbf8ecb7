import { mergeDocument } from "@/lib/import/merge-documents";
import { readLink } from "@/lib/links/read-link";
import { openai } from "@/lib/providers/openai";
import { storedAccessSettings } from "@/lib/settings/access-settings";
import { connect } from "@/lib/settings/connect";
import { formerValues, withFormerRestored } from "@/lib/settings/former-access";
import { withoutCredentials } from "@/lib/settings/without-credentials";
import { cellsOfDocument } from "@/lib/sync/document-cells";
import { builtInProviders, useAccess } from "@/store/settings/access";
import { applyLink, linkedModel } from "@/store/settings/apply-link";
import { useSettings } from "@/store/settings/settings";

beforeEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useSettings.setState(useSettings.getInitialState(), true);
});

/** What a link asks for, as the dialog offers it. */
function itemsOf(query: string) {
  const rules = { providers: builtInProviders, needCode: true, hideUserApiKey: false, isFixed: () => false };
  return readLink([...new URLSearchParams(query)], rules).items;
}

/** Where a call to OpenAI goes now, and with which headers. */
function connection() {
  const { baseUrl, headers } = connect(openai, useAccess.getState(), { relay: "/api" });
  return { baseUrl, headers };
}

function restore() {
  const access = useAccess.getState();
  access.putBack(withFormerRestored(access, openai));
}

const link = 'settings={"key":"sk-new","url":"https://gw.example"}';

test("a key and its address are used together", () => {
  applyLink(itemsOf(link).toReversed());
  expect(connection()).toEqual({ baseUrl: "https://gw.example", headers: { Authorization: "Bearer sk-new" } });
  expect(useAccess.getState().hosts).toEqual({ openaiApiKey: "gw.example" });
});

test("an address without a key does not get the stored key for another host @I8.1", () => {
  useAccess.getState().setUseCustomConfig(true);
  useAccess.getState().setValue(openai, "apiKey", "sk-old");
  applyLink(itemsOf(link).filter(({ kind }) => kind === "address"));
  expect(connection()).toEqual({ baseUrl: "https://gw.example", headers: {} });
});

test("sets a code, settings and a default model, and nothing else", () => {
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

test("leaves effects on chats to the screen", () => {
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
])("finds the model %s at the provider that the link or the list names", (text, expected) => {
  expect(linkedModel(text)).toEqual(expected);
});

describe("the values that a link replaces", () => {
  const own = { useCustomConfig: true, accessCode: "mine" };
  const before = { baseUrl: "https://own.example", headers: { Authorization: "Bearer sk-own" } };

  beforeEach(() => {
    useAccess.setState(own);
    useAccess.getState().setValue(openai, "url", "https://own.example");
    useAccess.getState().setValue(openai, "apiKey", "sk-own");
  });

  test("are restored by Undo, with the code and the settings", () => {
    const settings = useSettings.getState();
    const access = useAccess.getState();
    applyLink(itemsOf(`${link.replace("}", ',"theme":"dark","model":"acme@DeepSeek"}')}&code=theirs`))();
    expect(connection()).toEqual(before);
    expect(useAccess.getState()).toEqual({ ...access, lastUpdateTime: expect.any(Number) });
    expect(useSettings.getState()).toEqual({ ...settings, lastUpdateTime: expect.any(Number) });
  });

  test("can be restored later and exchanged back, each key for its host", () => {
    applyLink(itemsOf(link));
    const applied = connection();
    expect(useAccess.getState().formerAccess).toEqual({
      openai: { values: { url: "https://own.example", apiKey: "sk-own" }, hosts: { apiKey: "own.example" } },
    });
    restore();
    expect(connection()).toEqual(before);
    expect(useAccess.getState().hosts).toEqual({ openaiApiKey: "own.example" });
    restore();
    expect(connection()).toEqual(applied);
  });

  test("are not lost if the same link is applied twice", () => {
    applyLink(itemsOf(link));
    applyLink(itemsOf(link));
    restore();
    expect(connection()).toEqual(before);
  });

  test("are restored with the default address if there was no other", () => {
    useAccess.setState({ ...useAccess.getInitialState(), ...own }, true);
    useAccess.getState().setValue(openai, "apiKey", "sk-own");
    const former = connection();
    applyLink(itemsOf(link));
    restore();
    expect(connection()).toEqual(former);
  });

  test("are stored, but not in an export without credentials, a sync or an import", () => {
    applyLink(itemsOf(link));
    const stored = storedAccessSettings(useAccess.getState());
    useAccess.getState().hydrate(JSON.parse(JSON.stringify(stored)));
    restore();
    expect(connection()).toEqual(before);
    expect(JSON.stringify(withoutCredentials(stored))).not.toMatch(/sk-|formerAccess/);
    expect([...cellsOfDocument("access-control", stored).keys()]).not.toContain("formerAccess");
    const planted = { formerAccess: { openai: { values: { url: "https://evil.example" }, hosts: {} } } };
    expect(mergeDocument("access-control", stored, planted)).toEqual(stored);
    expect(mergeDocument("access-control", {}, planted)).toEqual({});
  });
});

test("do not exist for a link that only fills empty fields", () => {
  applyLink(itemsOf(link));
  expect(useAccess.getState().formerAccess).toEqual({});
});

test.each([
  null,
  [],
  7,
  "x",
  { openai: 7 },
  { openai: { values: { url: 7, nothing: "x" } } },
  { openai: { values: { apiKey: "x".repeat(5000) } } },
])("do not exist if the stored ones are %j", (formerAccess) => {
  useAccess.getState().hydrate({ formerAccess });
  expect(formerValues(useAccess.getState(), openai)).toBeUndefined();
});
