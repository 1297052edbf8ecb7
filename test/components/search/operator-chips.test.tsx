/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { AddFilter } from "@/components/search/add-filter";
import { OperatorChips } from "@/components/search/operator-chips";
import type { Project } from "@/lib/chat/project";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { sampleSession } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

function Search({ text }: { readonly text: string }) {
  const [words, setWords] = useState(text);
  return (
    <>
      <output>{words}</output>
      <OperatorChips words={words} onChange={setWords} />
      <AddFilter words={words} models={["m-1"]} onChange={setWords} />
    </>
  );
}

const words = () => screen.getByRole("status").textContent;
const chipNames = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

beforeEach(() => {
  useChats.setState({ sessions: [sampleSession({ id: "a", tags: ["Spring tide", "Sea"] })] });
  const projects = ["Tides", "", "Ships"].map((name, place) => ({ id: name, name, order: -place }) as Project);
  useProjects.setState({ byId: new Map(projects.map((project) => [project.id, project])) });
});

test("operators are chips, which a click removes from the text", async () => {
  render(<Search text='neap tag:Sea project:"Tide tables" has:code after:2026' />, { wrapper: WithRouter });
  expect(screen.getByRole("list", { name: "Filters in the search text" })).toBeVisible();
  expect(chipNames()).toEqual(["Tag: Sea", "Project: Tide tables", "Contains code", "After: Dec 31, 2026"]);
  await userEvent.click(screen.getByRole("button", { name: "Remove filter: Project: Tide tables" }));
  expect(words()).toBe("neap tag:Sea has:code after:2026");
  expect(chipNames()).toEqual(["Tag: Sea", "Contains code", "After: Dec 31, 2026"]);
});

test("the value of an operator is isolated from its name", () => {
  render(<Search text="before:2026-03-31 has:code" />, { wrapper: WithRouter });
  const [before, code] = screen.getAllByRole("listitem");
  // After an Arabic name, the parts of a date are displayed in reverse order unless it is isolated.
  expect(before?.querySelector("bdi bdi")?.textContent).toBe("Mar 31, 2026");
  expect(code?.querySelector("bdi bdi")).toBeNull();
});

test.each([
  ["before:2026", "Before: Jan 1, 2026"],
  ["before:2026-03", "Before: Mar 1, 2026"],
  ["after:2026-02", "After: Feb 28, 2026"],
  ["after:2026-03-04", "After: Mar 4, 2026"],
])("%s is explained by its day: %s", (text, label) => {
  render(<Search text={text} />, { wrapper: WithRouter });
  expect(chipNames()).toEqual([label]);
});

test("by keyboard, the menu adds a tag, a project, a model and code from what exists", async () => {
  render(<Search text="neap" />, { wrapper: WithRouter });
  expect(screen.queryByRole("list")).toBeNull();
  async function choose(item: string, value?: string) {
    act(() => screen.getByRole("button", { name: "Add filter" }).focus());
    await userEvent.keyboard("{Enter}");
    const row = await screen.findByRole("menuitem", { name: item });
    act(() => row.focus());
    await userEvent.keyboard("{Enter}");
    if (value === undefined) return;
    await userEvent.type(await screen.findByRole("combobox"), value);
    await userEvent.keyboard("{Enter}");
  }
  await choose("Tag…", "spring");
  await choose("Project…", "ti");
  await choose("Model of the reply…", "m");
  await choose("Contains code");
  await choose("Project…", "shi");
  expect(words()).toBe('neap tag:"Spring tide" model:m-1 has:code project:Ships');
});

test("a date is added as it is chosen, and replaces the former one", async () => {
  render(<Search text="before:2025" />, { wrapper: WithRouter });
  await userEvent.click(screen.getByRole("button", { name: "Add filter" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Before…" }));
  fireEvent.change(screen.getByLabelText("Before"), { target: { value: "2026-03-04" } });
  expect(words()).toBe("before:2026-03-04");
});
