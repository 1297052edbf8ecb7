/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { TakeoverRow } from "@/components/settings/takeover-row";
import { Toasts } from "@/components/shell/toasts";
import { noCounts } from "@/store/base/takeover-counts";
import { useUi } from "@/store/base/ui";
import { WithWords } from "../../support/with-words";

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

test("the summary names things with their counts, what failed, and no empty chat", async () => {
  localStorage.setItem("nextchat-takeover", JSON.stringify(summary));
  render(<TakeoverRow />, { wrapper: WithWords });
  await userEvent.click(await screen.findByRole("button", { name: "Show" }));
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toContain("New: 2 chats, 3 messages");
  expect(dialog.textContent).toContain("Masks: 1, Keys: 1,200, Settings");
  expect(dialog.textContent).toContain("sync");
  expect(dialog.textContent).toContain("1 piece was not understood");
});

test("without a takeover there is no row", async () => {
  localStorage.setItem("nextchat-takeover", "{}");
  const { container } = render(<TakeoverRow />, { wrapper: WithWords });
  await new Promise((resolve) => setTimeout(resolve));
  expect(container.textContent).toBe("");
});

test.each([
  [{ chats: 2, messages: 3 }, false, "2 chats were taken over from NextChat"],
  [{ messages: 3, masks: 1 }, false, "Taken over from NextChat: Messages: 3, Masks: 1"],
  [{ keys: 1 }, true, "Taken over from NextChat: Keys: 1 · Some of NextChat’s data could not be taken over."],
  [{}, true, "Some of NextChat’s data could not be taken over. Settings, Data shows which."],
])("a look with %j is announced", (counts, isIncomplete, text) => {
  useUi.setState(useUi.getInitialState(), true);
  const added = { ...noCounts(), ...counts };
  useUi.getState().toast({ kind: "taken-over", added, hasSettings: false, isIncomplete });
  render(<Toasts />, { wrapper: WithWords });
  expect(screen.getByText((content) => content.startsWith(text))).toBeTruthy();
});
