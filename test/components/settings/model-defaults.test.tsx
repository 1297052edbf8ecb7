/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { ModelDefaults } from "@/components/settings/model-defaults";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { WithRouter } from "../../support/with-router";

const initialAccess = useAccess.getState();
const initialSettings = useSettings.getState();

afterEach(() => {
  useAccess.setState(initialAccess, true);
  useSettings.setState(initialSettings, true);
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
