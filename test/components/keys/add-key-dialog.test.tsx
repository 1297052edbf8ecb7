/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AddKeyDialog } from "@/components/keys/add-key-dialog";
import { AppError } from "@/lib/errors";
import type { Provider } from "@/lib/providers/provider";
import { type AccessSettings, accessKey } from "@/lib/settings/access-settings";
import { connect } from "@/lib/settings/connect";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { WithRouter } from "../../support/with-router";

afterEach(() => {
  for (const store of [useAccess, useModels, useSettings]) {
    (store as typeof useAccess).setState(store.getInitialState() as never, true);
  }
});

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly resolve: (models: readonly string[]) => void;
  readonly reject: (error: AppError) => void;
}

/** Opens the dialog over stores whose model lists the test answers. */
function open(providerName?: string) {
  const calls: Call[] = [];
  useAccess.setState({ flags: serverlessFlags });
  useModels.setState({
    tryModels: (provider: Provider, access: AccessSettings, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        const { baseUrl, headers } = connect(provider, access, {});
        calls.push({ url: baseUrl, headers, signal, resolve, reject });
      }),
  });
  let isOpen = true;
  const onClose = () => {
    isOpen = false;
  };
  render(<AddKeyDialog open onClose={onClose} providerName={providerName} />, { wrapper: WithRouter });
  const next = async (count = 1) => {
    await waitFor(() => expect(calls).toHaveLength(count));
    return calls[count - 1] as Call;
  };
  return { calls, next, isOpen: () => isOpen };
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^API key/);
const choice = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Provider" });
const status = () => screen.getByRole("status").textContent;
const startButton = () => screen.getByRole("button", { name: "Start chatting" });

async function paste(text: string) {
  await userEvent.click(field());
  await userEvent.paste(text);
}

const answer = (call: Call, ...models: readonly string[]) => act(async () => call.resolve(models));
const fail = (call: Call, error: AppError) => act(async () => call.reject(error));

test("a pasted key chooses its provider, is checked, and is stored with Start chatting only", async () => {
  const { next, isOpen } = open();
  expect(field().type).toBe("password");
  expect(field().autocomplete).toBe("off");
  await paste("export ANTHROPIC_API_KEY='sk-ant-0'");
  expect([field().value, choice().value]).toEqual(["sk-ant-0", "anthropic"]);
  const call = await next();
  expect(status()).toBe("Checking…");
  expect([call.url, call.headers["x-api-key"]]).toEqual(["https://api.anthropic.com", "sk-ant-0"]);
  await answer(call, "claude-new", "claude-old");
  expect(status()).toBe("Connected, 2 models.");
  expect(useAccess.getState().values).toEqual(useAccess.getInitialState().values);
  expect(useAccess.getState().useCustomConfig).toBe(false);

  await userEvent.click(startButton());
  expect(isOpen()).toBe(false);
  const { values, hosts, useCustomConfig } = useAccess.getState();
  expect([values.anthropicApiKey, hosts.anthropicApiKey, useCustomConfig]).toEqual(["sk-ant-0", "", true]);
  expect(useModels.getState().fetched.anthropic).toEqual(["claude-new", "claude-old"]);
  expect(useSettings.getState().modelConfig).toMatchObject({ model: "claude-new", providerName: "Anthropic" });
});

test("an address in the key field chooses a compatible server; its key is optional", async () => {
  const { next } = open();
  await paste("http://localhost:1234/v1/chat/completions");
  expect(choice().value).toBe("compatible");
  expect(field().value).toBe("");
  const call = await next();
  expect([call.url, call.headers]).toEqual(["http://localhost:1234/v1", {}]);
  await answer(call, "reef");
  await userEvent.click(startButton());
  const [endpoint] = useAccess.getState().endpoints;
  expect(endpoint).toMatchObject({ name: "localhost:1234", models: [] });
  expect(useAccess.getState().values[accessKey({ id: endpoint?.id ?? "" }, "url")]).toBe("http://localhost:1234/v1");
  expect(useSettings.getState().modelConfig).toMatchObject({ model: "reef", providerName: endpoint?.boundName });
});

test("a server that is already stored gets the key, and no second entry", async () => {
  const stored = useAccess.getState().addEndpoint("Mine");
  useAccess.setState(({ values }) => ({
    values: { ...values, [accessKey(stored, "url")]: "https://gate.example" },
  }));
  const { calls } = open();
  await paste("https://gate.example/v1");
  await paste("sk-mine");
  const withKey = () => calls.filter(({ headers }) => JSON.stringify(headers).includes("sk-mine"));
  await waitFor(() => expect(withKey()).toHaveLength(1));
  await answer(withKey()[0] as Call, "reef");
  await userEvent.click(startButton());
  expect(useAccess.getState().endpoints).toEqual([stored]);
  const { values, hosts } = useAccess.getState();
  const key = accessKey(stored, "apiKey");
  expect([values[key], hosts[key]]).toEqual(["sk-mine", "gate.example"]);
});

test("after the rejected key of an own server the dialog has its address, and leaves the stored key until there is one", async () => {
  const stored = useAccess.getState().addEndpoint("Mine");
  useAccess.setState({
    values: { [accessKey(stored, "url")]: "https://gate.example", [accessKey(stored, "apiKey")]: "sk-old" },
  });
  open(stored.boundName);
  expect([choice().value, screen.getByLabelText<HTMLInputElement>("Address").value]).toEqual([
    "compatible",
    "https://gate.example",
  ]);
  await userEvent.click(screen.getByRole("link", { name: "More in Settings" }));
  expect(useAccess.getState().values[accessKey(stored, "apiKey")]).toBe("sk-old");
  expect(useAccess.getState().endpoints).toEqual([stored]);
});

test("after the rejected key of an own server the dialog has its API", () => {
  const stored = useAccess.getState().addEndpoint("Mine");
  useAccess.getState().changeEndpoint({ ...stored, apiType: "anthropic" });
  open(stored.boundName);
  expect(choice().selectedOptions[0]?.text).toBe("Server with Anthropic Messages API");
});

test.each([
  ["Anthropic", "anthropic"],
  ["XAI", "xai"],
  ["Azure", "openai"],
  [undefined, "openai"],
])("after a rejected key of %s the dialog offers %s", (name, id) => {
  open(name);
  expect(choice().value).toBe(id);
});

test("More in Settings stores what was entered, as the fields there would", async () => {
  const { isOpen } = open();
  await paste("sk-ant-0");
  await userEvent.click(screen.getByRole("link", { name: "More in Settings" }));
  const { values, useCustomConfig } = useAccess.getState();
  expect([isOpen(), values.anthropicApiKey, useCustomConfig]).toEqual([false, "sk-ant-0", true]);
});

test("a server with Anthropic's API is checked and stored with that API", async () => {
  const { next } = open();
  await userEvent.selectOptions(choice(), "Server with Anthropic Messages API");
  await paste("sk-own");
  await userEvent.click(screen.getByLabelText("Address"));
  await userEvent.paste("https://gate.example/v1/messages");
  const call = await next();
  expect([call.url, call.headers["x-api-key"]]).toEqual(["https://gate.example/v1", "sk-own"]);
  await answer(call, "claude-reef");
  await userEvent.click(startButton());
  const [endpoint] = useAccess.getState().endpoints;
  expect(endpoint).toMatchObject({ name: "gate.example", models: [], apiType: "anthropic" });
  expect(useSettings.getState().modelConfig).toMatchObject({
    model: "claude-reef",
    providerName: endpoint?.boundName,
  });
});

test("a server with Azure's API is asked for no list: the name of a model is needed", async () => {
  const { calls } = open();
  await userEvent.selectOptions(choice(), "compatible");
  await userEvent.click(screen.getByLabelText("Address"));
  await userEvent.paste("https://gate.example");
  await userEvent.selectOptions(choice(), "Server with Azure OpenAI API");
  // The address remains: it is that of a server, whatever its API.
  expect(screen.getByLabelText<HTMLInputElement>("Address").value).toBe("https://gate.example");
  expect(
    await screen.findByText("No model list is available to check the API key. Your first message will check it."),
  ).toBeVisible();
  await userEvent.type(screen.getByLabelText("Model name"), "my-deployment");
  await userEvent.click(startButton());
  expect(calls).toEqual([]);
  expect(useAccess.getState().endpoints).toMatchObject([{ models: ["my-deployment"], apiType: "azure" }]);
});

test.each([
  ["bad-request", "Connected; the server lists no models. Enter a model name.", false],
  [
    "not-found",
    "The server answered, but it has no model list at this address (404). Check the address, or enter a model name.",
    true,
  ],
] as const)("a compatible server that answers %s needs the name of a model", async (code, text, isWarning) => {
  const { next } = open();
  await paste("https://gate.example");
  await fail(await next(), new AppError(code, { message: "Nothing here." }));
  expect(status()).toBe(text);
  expect(screen.getByRole("status").hasAttribute("data-warning")).toBe(isWarning);
  expect(startButton().getAttribute("aria-disabled")).toBe("true");
  await userEvent.type(screen.getByLabelText("Model name"), "tide");
  await userEvent.click(startButton());
  expect(useAccess.getState().endpoints[0]?.models).toEqual(["tide"]);
  expect(useSettings.getState().modelConfig.model).toBe("tide");
});

test("a key of another provider is sent nowhere until the user switches", async () => {
  const { calls, next } = open();
  await userEvent.selectOptions(choice(), "openai");
  await paste("gsk_0");
  expect(status()).toBe("This looks like an API key for Groq.");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Use Groq" }));
  expect(choice().value).toBe("groq");
  expect((await next()).url).toBe("https://api.groq.com/openai");
});

test.each([
  [
    new AppError("auth", { message: "Incorrect API key provided." }),
    "OpenAI rejected this API key. Check that you copied all of it and chose its provider.Incorrect API key provided.",
  ],
  [
    new AppError("network"),
    "Couldn’t reach OpenAI. Check the address and your network. The server must also allow requests from this site (CORS).",
  ],
  [new AppError("timeout", { seconds: 20 }), "OpenAI didn’t respond in time. Check the address, or try again later."],
])("a failed check ($code) is described, and can be repeated", async (error, text) => {
  const { next } = open();
  await paste("sk-proj-0");
  await fail(await next(), error);
  expect(status()).toBe(text);
  expect(startButton().getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  await answer(await next(2), "gpt-5");
  expect(status()).toBe("Connected, 1 model.");
});

test("a check that a server does not answer is called slow after three seconds, and can be stopped", async () => {
  const { next } = open();
  await paste(`OPENAI_BASE_URL=https://gate.example/v1\nOPENAI_API_KEY=any-key`);
  const call = await next();
  expect(status()).toBe("Checking…");
  expect(screen.queryByRole("button", { name: "Stop checking" })).toBeNull();
  const stop = await screen.findByRole("button", { name: "Stop checking" });
  expect(status()).toBe("gate.example is slow to respond. Still checking…");
  await userEvent.click(stop);
  expect(call.signal.aborted).toBe(true);
  expect(status()).toBe("gate.example didn’t respond in time. Check the address, or try again later.");
  // The same button, so that the focus stays.
  expect(screen.getByRole("button", { name: "Check again" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(status()).toBe("Checking…");
  await answer(await next(2), "gpt-5");
  expect(status()).toBe("Connected, 1 model.");
});

test("the result of a check is scrolled into view; a check that runs is not", async () => {
  const scroll = jest.spyOn(Element.prototype, "scrollIntoView").mockClear();
  const { next } = open();
  await paste("sk-proj-0");
  const call = await next();
  expect(status()).toBe("Checking…");
  expect(scroll).not.toHaveBeenCalled();
  await fail(call, new AppError("network"));
  expect(scroll).toHaveBeenCalledTimes(1);
  expect(scroll.mock.contexts[0]).toContainElement(screen.getByRole("status"));
  scroll.mockRestore();
});

const server = "https://gate.example/v1";
/** A server and its key in one paste, so that no check begins between them. */
const serverWithKey = `OPENAI_BASE_URL=${server}\nOPENAI_API_KEY=any-key`;

test.each([
  [
    "a wrong key",
    serverWithKey,
    new AppError("auth", { message: "Invalid token." }),
    "gate.example rejected this API key. Check that you copied all of it and that the address is the right one.Invalid token.",
  ],
  ["no key, which it needs", server, new AppError("auth"), "gate.example needs an API key. Enter it above."],
  [
    "a web page at its address",
    serverWithKey,
    new AppError("protocol", { format: "page" }),
    "gate.example sent a web page instead of a model list. Its API has a different address, which often ends in /v1.",
  ],
  [
    "a response of another kind",
    serverWithKey,
    new AppError("protocol"),
    "gate.example sent something other than a model list. Check the address and the API you chose.",
  ],
])("a compatible server with %s is described, and cannot be used", async (_name, pasted, error, text) => {
  const { next } = open();
  await paste(pasted);
  await fail(await next(), error);
  expect(status()).toBe(text);
  expect(screen.queryByRole("button", { name: "Use anyway" })).toBeNull();
  expect(startButton().getAttribute("aria-disabled")).toBe("true");
});

test.each([new AppError("network"), new AppError("timeout", { seconds: 20 }), new AppError("server")])(
  "a server whose check fails with $code can be used unchecked, which says what is unknown",
  async (error) => {
    const { next, isOpen } = open();
    await paste(server);
    await paste("any-key");
    await fail(await next(), error);
    expect(startButton().getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(screen.getByRole("button", { name: "Use anyway" }));
    expect(status()).toBe(
      "Not checked: gate.example gave no usable response. Your first message will show whether the address and the API key work.",
    );
    await userEvent.type(screen.getByLabelText("Model name"), "tide-1");
    await userEvent.click(startButton());
    expect(isOpen()).toBe(false);
    const [endpoint] = useAccess.getState().endpoints;
    expect(endpoint).toMatchObject({ name: "gate.example", models: ["tide-1"] });
  },
);

test("another key after one that is used unchecked is checked again", async () => {
  const { next } = open();
  await paste(serverWithKey);
  await fail(await next(), new AppError("network"));
  await userEvent.click(screen.getByRole("button", { name: "Use anyway" }));
  field().focus();
  field().select();
  await userEvent.paste("other");
  await fail(await next(2), new AppError("network"));
  expect(screen.getByRole("button", { name: "Use anyway" })).toBeVisible();
  expect(startButton().getAttribute("aria-disabled")).toBe("true");
});

test("a provider that this site’s server cannot reach has no advice about CORS", async () => {
  const { next } = open();
  act(() => useAccess.setState({ reach: { relay: "/api" } }));
  await paste("sk-proj-0");
  await fail(await next(), new AppError("network"));
  expect(status()).toBe("Couldn’t reach OpenAI through this site’s server. Check your network, or try again later.");
});

test("a late answer for an earlier key is ignored", async () => {
  const { next } = open();
  await paste("sk-proj-first");
  const first = await next();
  await userEvent.type(field(), "2");
  expect(first.signal.aborted).toBe(true);
  const second = await next(2);
  await answer(second, "gpt-5", "gpt-5-mini");
  await fail(first, new AppError("auth"));
  expect(status()).toBe("Connected, 2 models.");
});

test("a key of several providers is sent only to the one that the user confirms, and starts once it is checked", async () => {
  const { calls, next, isOpen } = open();
  await paste("sk-0123");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(calls).toEqual([]);
  await userEvent.click(startButton());
  const call = await next();
  expect(call.url).toBe("https://api.openai.com");
  await answer(call, "gpt-5");
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(useAccess.getState().values.openaiApiKey).toBe("sk-0123");
});

test("a pasted variable chooses its provider; the next key, which names none, is not sent there", async () => {
  const { calls, next } = open();
  await paste("DEEPSEEK_API_KEY=sk-0123\nOPENAI_API_KEY=sk-4567\n");
  expect([field().value, choice().value]).toEqual(["sk-0123", "deepseek"]);
  const call = await next();
  expect([call.url, call.headers.Authorization]).toEqual(["https://api.deepseek.com", "Bearer sk-0123"]);
  await userEvent.clear(field());
  await paste("sk-4567");
  expect([field().value, choice().value]).toEqual(["sk-4567", "openai"]);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(calls).toHaveLength(1);
});

test("a key that replaces a confirmed one is not sent to the same provider unasked", async () => {
  const { calls, next } = open();
  await paste("sk-0123");
  await userEvent.click(startButton());
  await fail(await next(), new AppError("auth"));
  await userEvent.clear(field());
  await paste("sk-4567");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(calls).toHaveLength(1);
});

test("a shorter line that replaces a key is read as one", async () => {
  open();
  await paste(`sk-proj-${"0".repeat(60)}`);
  await userEvent.tripleClick(field());
  await userEvent.paste("export DEEPSEEK_API_KEY=sk-0123");
  expect([field().value, choice().value]).toEqual(["sk-0123", "deepseek"]);
});

test("a key of a variable of another provider is sent nowhere until the user switches", async () => {
  const { calls, next } = open();
  await userEvent.selectOptions(choice(), "openai");
  await paste("MISTRAL_API_KEY=abc123");
  expect(status()).toBe("This looks like an API key for Mistral.");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Use Mistral" }));
  expect((await next()).url).toBe("https://api.mistral.ai");
});

test("a key is not sent to the beginnings of an address that is being typed", async () => {
  const { calls, next } = open();
  await userEvent.selectOptions(choice(), "compatible");
  await paste("sk-0123");
  await userEvent.type(screen.getByLabelText("Address"), "https://llm.example.co");
  await new Promise((resolve) => setTimeout(resolve, 600));
  await userEvent.type(screen.getByLabelText("Address"), "m");
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(calls).toEqual([]);
  await userEvent.tab();
  expect((await next()).url).toBe("https://llm.example.com");
  expect(calls).toHaveLength(1);
});

test.each([
  ["of words", "ключ от всего"],
  ["of 100 kB", "x".repeat(100_000)],
])("a text %s is not sent", async (_name, text) => {
  const { calls } = open();
  await paste(text);
  expect(status()).toBe("This doesn’t look like an API key.");
  expect(field().value.length).toBeLessThanOrEqual(4000);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(calls).toEqual([]);
});

test("an invalid address is not asked", async () => {
  open();
  await userEvent.click(screen.getByRole("button", { name: "Change address" }));
  await userEvent.type(screen.getByLabelText("Address"), "ftp://gate.example");
  await paste("sk-0");
  expect(status()).toBe("This isn’t a web address. Enter one like https://example.com/v1.");
});

test("a server that does not respond in time is named, and can be used anyway", async () => {
  const { next } = open();
  await paste("https://gate.example");
  await fail(await next(), new AppError("timeout", { seconds: 20 }));
  expect(status()).toBe("gate.example didn’t respond in time. Check the address, or try again later.");
  expect(screen.getByRole("button", { name: "Use anyway" })).toBeVisible();
});

test("a line of a script that was typed is read when the field is left", async () => {
  open();
  await userEvent.type(screen.getByLabelText(/^API key/), 'export GROQ_API_KEY="gsk_0123"');
  await userEvent.tab();
  expect(screen.getByLabelText<HTMLInputElement>(/^API key/).value).toBe("gsk_0123");
  expect(choice().value).toBe("groq");
});
