/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextChatProfileRow } from "@/components/settings/nextchat-profile-row";
import type { NextChatData, NextChatProfile } from "@/lib/platform/desktop-port";
import { WithMessages } from "../../support/with-messages";

let found: NextChatProfile;
let data: NextChatData;

jest.mock("@/lib/platform/desktop", () => ({
  desktop: async () => ({ findNextChat: async () => found, readNextChat: async () => data }),
}));

const show = () => render(<NextChatProfileRow />, { wrapper: WithMessages });

test("without a NextChat there is no row", async () => {
  found = "none";
  const { container } = show();
  await Promise.resolve();
  expect(container.textContent).toBe("");
});

test("where only NextChat can read its data, the row names its export", async () => {
  found = "closed";
  show();
  expect(await screen.findByText(/Export it in the settings of NextChat, then import that file/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test.each([
  ["large", "NextChat’s data is too large"],
  ["damaged", "The data couldn’t be read. Close NextChat and try again"],
] as const)("%s data is refused with the reason", async (state, text) => {
  found = "readable";
  data = { state };
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
});

test("a refused question leaves the row as it was", async () => {
  found = "readable";
  data = { state: "canceled" };
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  expect(screen.getByText("Its chats and settings can be imported after a preview")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});
