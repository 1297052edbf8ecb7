/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ModelSettingRows } from "@/components/chat/settings/model-setting-rows";
import { OwnServers } from "@/components/settings/own-servers";
import { accessKey } from "@/lib/settings/access-settings";
import { useAccess } from "@/store/settings/access";
import { usualSettings } from "../../support/chat-samples";
import { WithMessages } from "../../support/with-messages";
import { WithRouter } from "../../support/with-router";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

const apiType = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "API type" });

test("the API of a new server is that of OpenAI's chats, and another one brings its options", async () => {
  render(<OwnServers />, { wrapper: WithMessages });
  await userEvent.click(screen.getByRole("button", { name: "Add a server" }));
  const [server] = useAccess.getState().endpoints;
  const stored = () => useAccess.getState().endpoints.map((each) => each.apiType);
  expect([apiType().value, stored()]).toEqual(["openai", [undefined]]);
  expect(
    within(apiType())
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "OpenAI Chat Completions",
    "OpenAI Responses",
    "Anthropic Messages",
    "Google Gemini",
    "Azure OpenAI",
    "Ollama",
  ]);
  expect(screen.queryByLabelText("My server 1 API version")).toBeNull();
  expect(screen.getByText("Comma-separated. “Check” adds the models the server lists.")).toBeVisible();

  await userEvent.selectOptions(apiType(), "Azure OpenAI");
  expect(stored()).toEqual(["azure"]);
  expect(screen.getByText("The names of your deployments, comma-separated.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("Enter a model name first")).toBeVisible();
  const version = screen.getByLabelText<HTMLInputElement>("My server 1 API version");
  expect(version.value).toBe("2023-08-01-preview");
  await userEvent.clear(version);
  await userEvent.type(version, "2024-10-21");
  expect(useAccess.getState().values[accessKey({ id: server?.id ?? "" }, "apiVersion")]).toBe("2024-10-21");

  await userEvent.selectOptions(apiType(), "Google Gemini");
  expect(screen.queryByLabelText("My server 1 API version")).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>("My server 1 safety").value).toBe("BLOCK_ONLY_HIGH");
  await userEvent.selectOptions(apiType(), "OpenAI Chat Completions");
  expect([stored(), screen.queryByLabelText("My server 1 safety")]).toEqual([[undefined], null]);
});

test.each([
  ["openai", "claude-2.1", ["Top K", "Presence penalty"]],
  ["gemini", "gemini-1.5-pro", []],
  ["anthropic", "claude-2.1", ["Presence penalty"]],
] as const)("a chat with a server with the API %s has the settings of its provider", (type, model, names) => {
  const { boundName } = useAccess.getState().addEndpoint("Bench", type);
  const settings = { ...usualSettings, model, providerName: boundName, sendMemory: false };
  render(<ModelSettingRows settings={settings} onChange={() => {}} />, { wrapper: WithRouter });
  const shown = ["Top K", "Presence penalty"].filter((name) => screen.queryByText(name) !== null);
  expect(shown).toEqual(names);
});
