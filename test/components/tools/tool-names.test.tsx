/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { PluginRow } from "@/components/plugins/plugin-row";
import { ToolRulesSection } from "@/components/settings/tool-rules-section";
import { ToolAsk } from "@/components/tools/tool-ask";
import { ToolCallRow } from "@/components/tools/tool-call-row";
import { ToolChoice } from "@/components/tools/tool-choice";
import type { Tool } from "@/lib/chat/tool";
import { emptyPlugin } from "@/lib/tools/plugin";
import first from "@/locales/de/first";
import rest from "@/locales/de/rest";
import settings from "@/locales/de/settings";
import type { EnglishMessages, Messages } from "@/locales/messages";
import { usePlugins } from "@/store/tools/plugins";
import { useToolAsks } from "@/store/tools/tool-asks";
import { useToolRules } from "@/store/tools/tool-rules";
import { WithRouter } from "../../support/with-router";

// Use-intl knows the messages by their English texts.
const german = { ...first, ...settings, ...rest } as Messages as EnglishMessages;
const weather = {
  ...emptyPlugin({ id: "weather", now: 0 }),
  title: "Weather",
  content: JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Weather", description: "English description" },
    servers: [{ url: "https://api.open-meteo.com/v1" }],
    paths: { "/forecast": { get: { operationId: "forecast", summary: "English summary" } } },
  }),
  builtin: true,
};
const own = { ...weather, id: "own", title: "Weather", builtin: false };
const source = { kind: "plugin", id: "weather", name: "Weather" } as const;
const forecast: Tool = {
  ...{ source, ownName: "forecast", host: "api.open-meteo.com", isReading: true },
  ...{ name: "forecast", description: "English summary", parameters: {} },
  run: async () => ({ text: "" }),
};

function inGerman(ui: ReactNode) {
  return render(
    <WithRouter>
      <IntlProvider locale="de" messages={german} timeZone="UTC">
        {ui}
      </IntlProvider>
    </WithRouter>,
  );
}

beforeEach(async () => {
  await usePlugins.whenRead();
  usePlugins.setState({ own: [own], builtin: [weather], builtinState: "ready" });
});

test("the choice of tools names built-in plugins and their tools in the user's language", async () => {
  const user = userEvent.setup();
  inGerman(<ToolChoice chosen={{ plugin: ["weather", "app:basics"] }} onChange={() => undefined} />);
  expect(screen.getByRole("switch", { name: /^Wetter/ })).toBeChecked();
  expect(screen.getByText("Vorhersagen von Open-Meteo für jeden Ort der Erde")).toBeVisible();
  // A plugin of the user has the name that its document gives.
  expect(screen.getByRole("switch", { name: /^Weather/ })).not.toBeChecked();
  await user.click(screen.getByText("Tools von Wetter"));
  expect(await screen.findByRole("switch", { name: /^Wettervorhersage/ })).toBeChecked();
  await user.click(screen.getByText("Tools von Rechner, Datum und Textvergleich"));
  expect(await screen.findByRole("switch", { name: /^Datumsrechner/ })).toBeChecked();
  expect(screen.queryByText("English summary")).toBeNull();
});

test("the list of plugins names built-in plugins in the user's language", () => {
  inGerman(<PluginRow plugin={weather} onOpen={() => undefined} onDelete={() => undefined} />);
  expect(screen.getByText("Wetter")).toBeVisible();
  expect(screen.getByText(/^Vorhersagen von Open-Meteo/)).toBeVisible();
  expect(screen.getByRole("button", { name: "In einem neuen Chat nutzen: Wetter" })).toBeVisible();
});

test("calls, questions and permissions name built-in tools in the user's language", () => {
  const ask = { sessionId: "chat", tool: forecast, isChanged: false, isQuoting: false };
  useToolAsks.setState({ asks: { ask } } as never);
  useToolRules.getState().allow({ ...forecast, fingerprint: "f" } as never, undefined);
  inGerman(
    <>
      <ToolAsk id="ask" />
      <ToolCallRow
        tool={{ id: "1", name: "forecast", argumentsText: "{}", state: "done", ...shown(forecast) } as never}
        isLive={false}
      />
      <ToolRulesSection />
    </>,
  );
  const question = "Darf Wettervorhersage auf api.open-meteo.com ausgeführt werden?";
  expect(screen.getByRole("region", { name: question })).not.toHaveTextContent("English summary");
  expect(screen.getAllByText("Wettervorhersage")).toHaveLength(2);
  expect(screen.getByText("Wetter")).toBeVisible();
  expect(screen.getByText(/^Wetter · api\.open-meteo\.com/)).toBeVisible();
  expect(screen.queryByText(/forecast|Weather/)).toBeNull();
});

function shown({ source: { kind, name }, ownName, host }: Tool) {
  return { kind, source: name, ownName, host };
}
