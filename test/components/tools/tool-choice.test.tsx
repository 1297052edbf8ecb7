/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { type ChosenTools, ToolChoice } from "@/components/tools/tool-choice";
import { emptyPlugin } from "@/lib/tools/plugin";
import { usePlugins } from "@/store/tools/plugins";
import { WithMessages } from "../../support/with-messages";

const plugin = (id: string, content: unknown) => ({
  ...emptyPlugin({ id, now: 1 }),
  title: `Plugin ${id}`,
  content: JSON.stringify(content),
});

const sea = plugin("sea", {
  openapi: "3.1.0",
  servers: [{ url: "https://sea.test" }],
  paths: {
    "/tide": { get: { operationId: "tide", summary: "The next tide" } },
    "/storm": { get: { operationId: "storm", summary: "The next storm" } },
  },
});

beforeEach(async () => {
  Object.assign(globalThis, { fetch: async () => ({ ok: true, json: async () => [] }) });
  await usePlugins.whenRead();
  usePlugins.setState({ own: [sea, plugin("broken", {})] });
});

interface ChoiceProps {
  readonly given: ChosenTools;
  readonly onChange: (chosen: ChosenTools) => void;
}

/** A choice that holds what is chosen. */
function Choice({ given, onChange }: ChoiceProps) {
  const [chosen, setChosen] = useState(given);
  function change(patch: Partial<ChosenTools>) {
    const next = { ...chosen, ...patch };
    setChosen(next);
    onChange(next);
  }
  return <ToolChoice chosen={chosen} onChange={change} />;
}

/** Renders a choice; returns a function that returns the last choice. */
function renderChoice(given: ChosenTools) {
  let last = given;
  render(
    <Choice
      given={given}
      onChange={(chosen) => {
        last = chosen;
      }}
    />,
    { wrapper: WithMessages },
  );
  return () => last;
}

test("single tools of a chosen source are switched off and on", async () => {
  const chosen = renderChoice({ plugin: ["sea"] });
  await userEvent.click(await screen.findByText("Tools of Plugin sea"));
  const storm = await screen.findByRole("switch", { name: "storm" });
  expect(storm).toBeChecked();
  expect(storm).toHaveAccessibleDescription("The next storm");
  await userEvent.click(storm);
  expect(storm).not.toBeChecked();
  expect(screen.getByRole("switch", { name: "tide" })).toBeChecked();
  expect(screen.getByText("Tools of Plugin sea · 1 off")).toBeInTheDocument();
  expect(chosen()).toEqual({ plugin: ["sea"], toolsOff: { sea: ["storm"] } });
  await userEvent.click(storm);
  expect(chosen()).toEqual({ plugin: ["sea"], toolsOff: {} });
});

test("a source that is not chosen shows no single tools; its choice of tools comes back with it", async () => {
  const chosen = renderChoice({ plugin: ["sea"], toolsOff: { sea: ["storm"] } });
  const source = await screen.findByRole("switch", { name: "Plugin sea" });
  await userEvent.click(source);
  expect(screen.queryByText(/^Tools of Plugin sea/)).toBeNull();
  await userEvent.click(source);
  expect(screen.getByText("Tools of Plugin sea · 1 off")).toBeInTheDocument();
  expect(chosen()).toEqual({ plugin: ["sea"], toolsOff: { sea: ["storm"] } });
});

test("says that tools could not be listed", async () => {
  renderChoice({ plugin: ["broken"] });
  await userEvent.click(await screen.findByText("Tools of Plugin broken"));
  expect(await screen.findByText(/^Couldn’t load the tools/)).toBeInTheDocument();
});
