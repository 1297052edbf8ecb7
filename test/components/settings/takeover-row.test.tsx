/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { TakeoverRow } from "@/components/settings/takeover-row";
import { Toasts } from "@/components/shell/toasts";
import { noCounts } from "@/store/base/takeover-counts";
import { useUi } from "@/store/base/ui";
import { WithMessages } from "../../support/with-messages";
import { WithRouter } from "../../support/with-router";

const summary = {
  ...noCounts(),
  at: 1_700_000_000_000,
  chats: 2,
  messages: 3,
  masks: 1,
  keys: 1200,
  documents: ["app-config"],
  failed: ["sync"],
  notUnderstood: [
    { where: "chat-next-web-store.sessions[0]", reason: "no-messages" },
    { where: "chat-next-web-store.sessions[1]", reason: "wrong-shape" },
  ],
};

beforeEach(() => localStorage.clear());

test("the summary lists things with their counts and failures, but no empty chats", async () => {
  localStorage.setItem("nextchat-takeover", JSON.stringify(summary));
  render(<TakeoverRow />, { wrapper: WithMessages });
  await userEvent.click(await screen.findByRole("button", { name: "Show" }));
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toContain("New: 2 chats, 3 messages");
  expect(dialog.textContent).toContain("Masks: 1, API keys: 1,200, Settings");
  expect(dialog.textContent).toContain("sync");
  expect(dialog.textContent).toContain("1 item couldn’t be read");
});

test("is hidden without a takeover", async () => {
  localStorage.setItem("nextchat-takeover", "{}");
  const { container } = render(<TakeoverRow />, { wrapper: WithMessages });
  await new Promise((resolve) => setTimeout(resolve));
  expect(container.textContent).toBe("");
});

test.each([
  [{ chats: 2, messages: 3 }, false, "2 chats imported from NextChat"],
  [{ messages: 3, masks: 1 }, false, "Imported from NextChat: Messages: 3, Masks: 1"],
  [{ keys: 1 }, true, "Imported from NextChat: API keys: 1 · Some of NextChat’s data couldn’t be imported."],
  [{}, true, "Some of NextChat’s data couldn’t be imported. See Settings > Data for details."],
])("announces the result %j of a further look", (counts, isIncomplete, text) => {
  useUi.setState(useUi.getInitialState(), true);
  const added = { ...noCounts(), ...counts };
  useUi.getState().toast({ kind: "taken-over", added, hasSettings: false, isIncomplete });
  render(<Toasts />, { wrapper: WithRouter });
  expect(screen.getByText((content) => content.startsWith(text))).toBeTruthy();
});
