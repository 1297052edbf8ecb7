/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SpeechSection } from "@/components/settings/speech-section";
import type { ApiType } from "@/lib/providers/api-types";
import { azure } from "@/lib/providers/azure";
import type { Provider } from "@/lib/providers/provider";
import { assumedFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { WithMessages } from "../../support/with-messages";

afterEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useSettings.setState(useSettings.getInitialState(), true);
});

const own = (name: string, apiType: ApiType) => useAccess.getState().addEndpoint(name, apiType);

test("servers of the user and of the operator with an API for speech can read aloud", async () => {
  own("Claude", "anthropic");
  own("Local", "ollama");
  own("Kokoro", "openai");
  const azure = own("Resource", "azure");
  const servers = [
    { id: "site-lab", name: "Lab", api: "openai" as const, models: [] },
    { id: "site-gpu", name: "GPU", api: "ollama" as const, models: [] },
  ];
  useAccess.setState({ flags: { ...assumedFlags, servers } });
  render(<SpeechSection />, { wrapper: WithMessages });
  const server = screen.getByRole<HTMLSelectElement>("combobox", { name: "Server" });
  const options = within(server).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["OpenAI", "Lab", "Kokoro", "Resource"]);
  await userEvent.selectOptions(server, "Resource");
  expect(useSettings.getState().ttsConfig.server).toBe(azure.id);
  expect(screen.getByRole("textbox", { name: "Speech model" })).toBeVisible();
});

test("without such a server there is no choice", () => {
  own("Claude", "anthropic");
  render(<SpeechSection />, { wrapper: WithMessages });
  expect(screen.queryByRole("combobox", { name: "Server" })).toBeNull();
});

test.each([
  ["a key at the site", { served: ["azure"] }, ["OpenAI", "Azure"]],
  ["a site that does not list its keys", {}, ["OpenAI", "Azure"]],
  ["a site with other keys", { served: ["openai"] }, undefined],
])("Azure can read aloud with %s", (_, served, expected) => {
  useAccess.setState({ reach: { relay: "/api" }, flags: { ...assumedFlags, needCode: false, ...served } });
  render(<SpeechSection />, { wrapper: WithMessages });
  const server = screen.queryByRole("combobox", { name: "Server" });
  const options = server
    ? within(server)
        .getAllByRole("option")
        .map(({ textContent }) => textContent)
    : undefined;
  expect(options).toEqual(expected);
});

test("Azure can read aloud with an own key, whose resource must be known", () => {
  const set = (name: string, value: string) => useAccess.getState().setValue(azure as Provider, name, value);
  useAccess.setState({ useCustomConfig: true });
  set("apiKey", "sk-own");
  const { rerender } = render(<SpeechSection />, { wrapper: WithMessages });
  expect(screen.queryByRole("combobox", { name: "Server" })).toBeNull();
  act(() => set("url", "https://r.openai.azure.com"));
  act(() => set("apiKey", "sk-own"));
  rerender(<SpeechSection />);
  expect(screen.getByRole("option", { name: "Azure" })).toBeVisible();
});
