/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PromptsDialog } from "@/components/prompts/prompts-dialog";
import { usePrompts } from "@/store/library/prompts";
import { WithMessages } from "../../support/with-messages";

beforeEach(() => {
  localStorage.clear();
  usePrompts.setState({ ...usePrompts.getInitialState(), builtinState: "ready" }, true);
  render(<PromptsDialog open onClose={() => {}} />, { wrapper: WithMessages });
});

const titles = () => usePrompts.getState().own.map(({ title }) => title);

async function add() {
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(screen.getByRole("dialog", { name: "New prompt" })).toBeVisible();
}

test("removes a new prompt without text", async () => {
  await add();
  expect(titles()).toEqual(["Empty prompt"]);
  await userEvent.keyboard("{Escape}");
  expect(titles()).toEqual([]);
});

test("removes a prompt whose text was deleted", async () => {
  await add();
  for (const name of ["Title", "Text"]) await userEvent.clear(screen.getByRole("textbox", { name }));
  await userEvent.keyboard("{Escape}");
  expect(titles()).toEqual([]);
});

test("keeps a prompt with text", async () => {
  await add();
  await userEvent.clear(screen.getByRole("textbox", { name: "Title" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "Tides");
  expect(screen.getByRole("dialog", { name: "New prompt" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(titles()).toEqual(["Tides"]);
});
