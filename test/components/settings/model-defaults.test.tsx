/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { ModelDefaults } from "@/components/settings/model-defaults";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { WithRouter } from "../../support/with-router";

const initialAccess = useAccess.getState();
const initialSettings = useSettings.getState();
const initialModels = useModels.getState();

afterEach(() => {
  useAccess.setState(initialAccess, true);
  useSettings.setState(initialSettings, true);
  useModels.setState(initialModels, true);
});

test.each([
  ["the operator's default model", false, "o3"],
  ["the model that the user chose", true, "gpt-4o-mini"],
])("shows %s, which new chats use (chosen: %s)", (_, hasChosenModel, model) => {
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off", defaultModel: "o3" } });
  useSettings.setState({ hasChosenModel });
  render(<ModelDefaults />, { wrapper: WithRouter });
  expect(screen.getByRole("button", { name: `Model: ${model}` })).toBeInTheDocument();
});

test("models of Ollama have a context length of at most their own, and other models have none", () => {
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" } });
  useModels.setState({ fetched: { ollama: ["qwen3:8b"] }, abilities: { ollama: { "qwen3:8b": { maxWindow: 8192 } } } });
  useSettings.setState({ hasChosenModel: true });
  render(<ModelDefaults />, { wrapper: WithRouter });
  expect(screen.queryByRole("textbox", { name: "Context length" })).toBeNull();
  act(() => useSettings.getState().setModelConfig({ model: "qwen3:8b", providerName: "Ollama" }));
  const field = screen.getByRole("textbox", { name: "Context length" });
  fireEvent.change(field, { target: { value: "16384" } });
  expect(screen.getByText("Enter a whole number from 512 to the model’s maximum.")).toBeInTheDocument();
  fireEvent.change(field, { target: { value: "4096" } });
  expect(screen.queryByText("Enter a whole number from 512 to the model’s maximum.")).toBeNull();
  expect(useSettings.getState().modelConfig.num_ctx).toBe("4096");
  expect(screen.getByRole("combobox", { name: "Keep the model loaded" })).toBeInTheDocument();
});

test("answers can follow a schema, which must be a JSON object", () => {
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" } });
  useSettings.setState({ hasChosenModel: true });
  render(<ModelDefaults />, { wrapper: WithRouter });
  expect(screen.queryByRole("textbox", { name: "JSON Schema" })).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Schema" }));
  const field = screen.getByRole("textbox", { name: "JSON Schema" });
  const error = "Enter a JSON object of at most 20,000 characters.";
  expect(screen.queryByText(error)).toBeNull();
  fireEvent.change(field, { target: { value: '{"type":' } });
  expect(screen.getByText(error)).toBeInTheDocument();
  fireEvent.change(field, { target: { value: '{"type":"object"}' } });
  expect(screen.queryByText(error)).toBeNull();
  const { answerFormat, answerSchema } = useSettings.getState().modelConfig;
  expect([answerFormat, answerSchema]).toEqual(["schema", '{"type":"object"}']);
});
