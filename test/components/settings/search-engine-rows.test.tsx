/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchEngineRows } from "@/components/settings/search-engine-rows";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { changeSearch } from "@/store/settings/change-search";
import { useSettings } from "@/store/settings/settings";
import { searchAnswers } from "../../support/search-answers";
import { WithMessages } from "../../support/with-messages";

beforeEach(() => {
  useAccess.setState(useAccess.getInitialState(), true);
  useAccess.setState({ flags: serverlessFlags, reach: {} });
  useSettings.setState(useSettings.getInitialState(), true);
});

const engine = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Search engine" });

test("an engine asks for its key, which is bound to its host", async () => {
  render(<SearchEngineRows />, { wrapper: WithMessages });
  expect([...engine().options].map(({ text }) => text)).toEqual(["None", "Tavily", "Brave", "Exa", "SearXNG", "Bocha"]);
  expect(screen.queryByRole("switch")).toBeNull();
  await userEvent.selectOptions(engine(), "Brave");
  expect(screen.getByText("Stored on this device and sent only to api.search.brave.com")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Check" })).toBeNull();
  await userEvent.type(screen.getByLabelText("Brave API key"), "BSA-1");
  expect(useSettings.getState().searchConfig).toMatchObject({ apiKey: "BSA-1", apiKeyHost: "api.search.brave.com" });
  await userEvent.click(screen.getByRole("switch", { name: "Always use this search engine" }));
  expect(useSettings.getState().searchConfig.isPreferred).toBe(true);
  await userEvent.selectOptions(engine(), "Exa");
  expect(screen.getByText(/entered for another address and isn’t sent/)).toBeVisible();
});

test("SearXNG asks for its address, and a key is optional", async () => {
  render(<SearchEngineRows />, { wrapper: WithMessages });
  await userEvent.selectOptions(engine(), "SearXNG");
  expect(screen.getByText("Leave empty if your server needs no key")).toBeVisible();
  await userEvent.type(screen.getByLabelText("SearXNG address"), "ftp://a");
  expect(screen.getByText("Must start with http:// or https://")).toBeVisible();
  await userEvent.clear(screen.getByLabelText("SearXNG address"));
  await userEvent.type(screen.getByLabelText("SearXNG address"), "http://localhost:8080");
  expect(screen.getByText("Sends one search to http://localhost:8080")).toBeVisible();
});

test("a check sends one search and reports the result", async () => {
  changeSearch({ engine: "Tavily" });
  changeSearch({ apiKey: "tvly-1" });
  const answers = [
    { status: 200, body: JSON.stringify(searchAnswers.Tavily) },
    { status: 401, body: "{}" },
  ];
  const fetch = jest.fn(async () => {
    const { status, body } = answers.shift() ?? { status: 500, body: "" };
    let isRead = false;
    const read = async () => {
      const piece = isRead ? { done: true } : { done: false, value: new TextEncoder().encode(body) };
      isRead = true;
      return piece;
    };
    return { status, headers: new Map([["content-type", "application/json"]]), body: { getReader: () => ({ read }) } };
  });
  Object.assign(globalThis, { fetch });
  render(<SearchEngineRows />, { wrapper: WithMessages });
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("Connected.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("HTTP 401")).toBeVisible();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("the site's search engine is named, and own ones are not offered where the site forbids own keys", () => {
  useAccess.setState({ flags: { ...serverlessFlags, searchHost: "search.lan" }, reach: { relay: "/api" } });
  render(<SearchEngineRows />, { wrapper: WithMessages });
  expect(engine().selectedOptions[0]?.text).toBe("This site’s (search.lan)");
  act(() => useAccess.setState({ reach: { relay: "/api", refusesOwnKeys: true } }));
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.getByRole("switch", { name: "Always use this search engine" })).toBeVisible();
});
