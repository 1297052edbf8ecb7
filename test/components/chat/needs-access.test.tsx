/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { NeedsAccess } from "@/components/chat/needs-access";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useUi } from "@/store/base/ui";
import { useAccess } from "@/store/settings/access";
import { WithRouter } from "../../support/with-router";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test.each([
  [
    "an own key may be used",
    false,
    "This site is protected. Enter its access code, or use your own API key.",
    [
      ["Enter access code", "/auth"],
      ["Add an API key", null],
    ],
  ],
  [
    "the operator allows no own keys",
    true,
    "This site is protected. Enter its access code.",
    [["Enter access code", "/auth"]],
  ],
])("if %s, the text and the actions match what is available", (_, hideUserApiKey, text, ways) => {
  useAccess.setState({ flags: { ...serverlessFlags, needCode: true, hideUserApiKey } });
  render(<NeedsAccess />, { wrapper: WithRouter });
  expect(screen.getByText(text)).toBeTruthy();
  const actions = [...screen.getAllByRole("link"), ...screen.queryAllByRole("button")];
  expect(actions.map((action) => [action.textContent, action.getAttribute("href")])).toEqual(ways);
});

test("Add an API key opens its dialog", () => {
  render(<NeedsAccess />, { wrapper: WithRouter });
  fireEvent.click(screen.getByRole("button", { name: "Add an API key" }));
  expect(useUi.getState().dialog).toMatchObject({ content: { kind: "add-key" }, isOpen: true });
});
