/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { ChatSettingsDialog } from "@/components/chat/settings/chat-settings-dialog";
import { useChats } from "@/store/chats/chats";
import { sampleSession } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

test("rows that follow the global settings are marked, until one is changed; it keeps its element", async () => {
  const session = sampleSession({ id: "s" });
  useChats.setState({ sessions: [{ ...session, mask: { ...session.mask, syncGlobalConfig: true } }] });
  render(<ChatSettingsDialog sessionId="s" open onClose={() => {}} />, { wrapper: WithRouter });
  const temperature = screen.getByRole("slider", { name: "Temperature" });
  expect(temperature.closest("[data-global]")).not.toBeNull();
  expect(screen.getByText("From the global settings. Changes apply to this chat only.")).toBeVisible();
  const systemPrompt = screen.getByRole("textbox", { name: /^System prompt/ });
  expect(systemPrompt.closest("[data-global]")).toBeNull();
  fireEvent.change(temperature, { target: { value: "0.6" } });
  expect(await screen.findByText("This chat’s own settings")).toBeVisible();
  expect(screen.getByRole("slider", { name: "Temperature" })).toBe(temperature);
  expect(temperature.closest("[data-global]")).toBeNull();
});
