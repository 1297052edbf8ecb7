/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NeedsAccess } from "@/components/chat/needs-access";
import { browserEnvironment } from "@/lib/platform/browser-environment";
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
    ["Confirm", "Add an API key"],
  ],
  ["the operator allows no own keys", true, "This site is protected. Enter its access code.", ["Confirm"]],
])("if %s, the text and the actions match what is available", (_, hideUserApiKey, text, ways) => {
  useAccess.setState({ flags: { ...serverlessFlags, needCode: true, hideUserApiKey } });
  render(<NeedsAccess />, { wrapper: WithRouter });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByLabelText("Access code")).toBeTruthy();
  const buttons = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons.filter((text) => text !== "")).toEqual(ways);
});

test("the card stores a code that the server accepts, and reports any other", async () => {
  const asked: unknown[] = [];
  const fetched = jest.spyOn(browserEnvironment, "fetch").mockImplementation(async (_, init) => {
    const given = new Headers(init?.headers).get("authorization");
    asked.push(given);
    const text = async () => JSON.stringify({ error: { code: "wrong-code" } });
    return { status: given === "Bearer nk-open sesame" ? 204 : 401, text } as Response;
  });
  useAccess.setState({
    flags: { ...serverlessFlags, needCode: true },
    reach: { ...useAccess.getState().reach, relay: "/api" },
  });
  render(<NeedsAccess />, { wrapper: WithRouter });
  const field = screen.getByLabelText("Access code");
  const confirm = screen.getByRole("button", { name: "Confirm" });
  expect(confirm.hasAttribute("disabled")).toBe(true);
  fireEvent.change(field, { target: { value: "open barley" } });
  // Not stored before it is checked: otherwise the card would close at the first key.
  expect(useAccess.getState().accessCode).toBe("");
  fireEvent.click(confirm);
  await screen.findByText("Wrong access code. Check it with this site’s administrator.");
  expect([useAccess.getState().accessCode, document.activeElement]).toEqual(["", field]);
  fireEvent.change(field, { target: { value: "open sesame" } });
  fireEvent.click(confirm);
  await waitFor(() => expect(useAccess.getState().accessCode).toBe("open sesame"));
  expect(asked).toEqual(["Bearer nk-open barley", "Bearer nk-open sesame"]);
  fetched.mockRestore();
});

test("Add an API key opens its dialog", () => {
  render(<NeedsAccess />, { wrapper: WithRouter });
  fireEvent.click(screen.getByRole("button", { name: "Add an API key" }));
  expect(useUi.getState().dialog).toMatchObject({ content: { kind: "add-key" }, isOpen: true });
});
