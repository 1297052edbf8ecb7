/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { ChatSettingsDialog } from "@/components/chat/settings/chat-settings-dialog";
import { useChats } from "@/store/chats/chats";
import { useSettings } from "@/store/settings/settings";
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

test("abilities of a model are found out automatically, and can be set", async () => {
  const session = sampleSession({ id: "s" });
  useChats.setState({ sessions: [session] });
  render(<ChatSettingsDialog sessionId="s" open onClose={() => {}} />, { wrapper: WithRouter });
  expect(screen.getByText("Vision · Tools")).toBeVisible();
  const row = screen.getByText("Model abilities").closest("div") as HTMLElement;
  fireEvent.click(within(row).getByRole("button", { name: /^Choose/ }));
  const vision = await screen.findByRole("combobox", { name: "Vision" });
  expect(vision).toHaveDisplayValue("Automatic (on)");
  fireEvent.change(vision, { target: { value: "off" } });
  expect(useSettings.getState().modelAbilities).toEqual({ "gpt-4o-mini@OpenAI": { vision: false } });
  expect(screen.getByRole("combobox", { name: "Vision" })).toHaveDisplayValue("Off");
  fireEvent.change(vision, { target: { value: "automatic" } });
  expect(useSettings.getState().modelAbilities).toEqual({});
});

test("a model has the levels of thinking that it declares; another one of the settings is automatic", async () => {
  const session = sampleSession({ id: "s" });
  const modelConfig = { ...session.mask.modelConfig, model: "gpt-5", thinking: "off" as const };
  useChats.setState({ sessions: [{ ...session, mask: { ...session.mask, syncGlobalConfig: false, modelConfig } }] });
  render(<ChatSettingsDialog sessionId="s" open onClose={() => {}} />, { wrapper: WithRouter });
  const thinking = screen.getByRole("combobox", { name: "Thinking" });
  expect(thinking).toHaveValue("auto");
  expect(
    within(thinking)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Automatic", "Low", "Medium", "High"]);
  fireEvent.change(thinking, { target: { value: "high" } });
  expect(useChats.getState().sessions[0]?.mask.modelConfig.thinking).toBe("high");
});

test("a model that declares no thinking has no row for it", () => {
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  render(<ChatSettingsDialog sessionId="s" open onClose={() => {}} />, { wrapper: WithRouter });
  expect(screen.queryByRole("combobox", { name: "Thinking" })).toBeNull();
});

test("a sampling setting that the model does not use says so", async () => {
  const session = sampleSession({ id: "s" });
  const modelConfig = { ...session.mask.modelConfig, model: "gpt-6.1-sol" };
  useChats.setState({ sessions: [{ ...session, mask: { ...session.mask, syncGlobalConfig: false, modelConfig } }] });
  render(<ChatSettingsDialog sessionId="s" open onClose={() => {}} />, { wrapper: WithRouter });
  expect(await screen.findAllByText("This model doesn’t use it")).toHaveLength(4);
  expect(screen.getByRole("slider", { name: "Temperature" })).toHaveAccessibleDescription("This model doesn’t use it");
  const choose = { ...session.mask, syncGlobalConfig: false };
  act(() => useChats.setState({ sessions: [{ ...session, mask: choose }] }));
  expect(screen.queryByText("This model doesn’t use it")).toBeNull();
});
