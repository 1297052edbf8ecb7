/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ListDialog } from "@/components/ui/list-dialog";
import "@/test/support/jsdom-platform";

const groups = [
  {
    label: "OpenAI",
    items: [
      { id: "gpt-5@openai", label: "gpt-5", tags: ["Vision"] },
      { id: "gpt-5-mini@openai", label: "gpt-5-mini" },
    ],
  },
  { label: "Google", items: [{ id: "gemini@google", label: "gemini-2.5-pro" }] },
];

function Example({ onPick, many = false }: { readonly onPick: (id: string) => void; readonly many?: boolean }) {
  const [open, setOpen] = useState(false);
  const others = Array.from({ length: 2000 }, (_, index) => ({ id: `m${index}`, label: `model ${index}` }));
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Model
      </button>
      <ListDialog
        open={open}
        title="Model"
        closeLabel="Close"
        groups={many ? [...groups, { label: "Others", items: others }] : groups}
        value="gpt-5-mini@openai"
        onPick={onPick}
        onClose={() => setOpen(false)}
        searchLabel="Search models"
        emptyText="No model matches."
      />
    </>
  );
}

async function openList(many = false) {
  const user = userEvent.setup();
  const pick = jest.fn();
  render(<Example onPick={pick} many={many} />);
  await user.click(screen.getByRole("button", { name: "Model" }));
  return { user, pick };
}

function active(): string | null | undefined {
  const id = screen.getByRole("combobox").getAttribute("aria-activedescendant");
  return id ? document.getElementById(id)?.textContent : undefined;
}

test("the search field has the focus, options are in named groups, the selected one is marked and active", async () => {
  await openList();
  expect(screen.getByRole("combobox", { name: "Search models" })).toHaveFocus();
  const list = screen.getByRole("listbox", { name: "Model" });
  const openAi = within(list).getByRole("group", { name: "OpenAI" });
  expect(within(openAi).getAllByRole("option")).toHaveLength(2);
  expect(within(list).getByRole("option", { selected: true })).toHaveTextContent("gpt-5-mini");
  expect(within(openAi).getByRole("option", { name: /Vision/ })).toHaveTextContent("gpt-5Vision");
  expect(active()).toBe("gpt-5-mini");
});

test.each([
  ["{ArrowDown}", "gemini-2.5-pro"],
  ["{ArrowUp}", "gpt-5Vision"],
  ["{ArrowDown}{ArrowDown}{ArrowDown}", "gemini-2.5-pro"],
  ["{Home}", "gpt-5Vision"],
  ["{End}", "gemini-2.5-pro"],
  ["{End}{PageUp}", "gpt-5Vision"],
])("%s makes %p the active option", async (keys, expected) => {
  const { user } = await openList();
  await user.keyboard(keys);
  expect(active()).toBe(expected);
});

test("typing filters by label and group, Enter selects the first match and closes", async () => {
  const { user, pick } = await openList();
  await user.keyboard("GOOG");
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await user.keyboard("{Enter}");
  expect(pick.mock.calls).toEqual([["gemini@google"]]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Model" })).toHaveFocus();
});

test("a click selects, and the search field keeps the focus until then", async () => {
  const { user, pick } = await openList();
  const option = screen.getByRole("option", { name: /^gpt-5Vision|gpt-5 Vision/ });
  await user.pointer({ keys: "[MouseLeft>]", target: option });
  expect(screen.getByRole("combobox")).toHaveFocus();
  await user.pointer({ keys: "[/MouseLeft]", target: option });
  expect(pick.mock.calls).toEqual([["gpt-5@openai"]]);
});

test("without a match, shows a message, and Enter selects nothing", async () => {
  const { user, pick } = await openList();
  await user.keyboard("kayak{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent("No model matches.");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(screen.getByRole("combobox")).toHaveAttribute("aria-expanded", "false");
  expect(pick).not.toHaveBeenCalled();
});

test("Escape closes even with a search text, and the next opening starts without it", async () => {
  const { user, pick } = await openList();
  await user.keyboard("gem{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(pick).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Model" }));
  expect(screen.getByRole("combobox")).toHaveValue("");
  expect(screen.getAllByRole("option")).toHaveLength(3);
});

test("the last of two thousand entries can be reached and found", async () => {
  const { user, pick } = await openList(true);
  await user.keyboard("{End}");
  expect(active()).toBe("model 1999");
  await user.keyboard("model 1234{Enter}");
  expect(pick.mock.calls).toEqual([["m1234"]]);
});

test("renders at most 150 of two thousand entries, wherever the list is scrolled to", async () => {
  const { user } = await openList(true);
  const list = screen.getByRole("listbox");
  const names = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(names()[0]).toBe("gpt-5Vision");
  expect(names().length).toBeLessThanOrEqual(150);
  for (const [top, name] of [
    [44_000, "model 1000"],
    [88_000, "model 1999"],
    [22_000, "model 500"],
  ] as const) {
    fireEvent.scroll(list, { target: { scrollTop: top } });
    expect(names().length).toBeLessThanOrEqual(150);
    expect(names()).toContain(name);
    expect(names()).not.toContain("gpt-5Vision");
  }
  // The active entry is not rendered; the next key scrolls to it.
  expect(screen.getByRole("combobox")).not.toHaveAttribute("aria-activedescendant");
  await user.keyboard("{ArrowDown}");
  expect(active()).toBe("gemini-2.5-pro");
  expect(names().length).toBeLessThanOrEqual(150);
});

test("a key of the search renders only the visible entries, and more of them a moment later", async () => {
  const { user } = await openList(true);
  expect(screen.getAllByRole("option").length).toBeGreaterThan(40);
  await user.keyboard("model");
  expect(screen.getAllByRole("option").length).toBeLessThanOrEqual(24);
  expect(screen.getAllByRole("option")[0]).toHaveTextContent("model 0");
  await waitFor(() => expect(screen.getAllByRole("option").length).toBeGreaterThan(40));
  await user.keyboard(" 19");
  expect(screen.getAllByRole("option").length).toBeLessThanOrEqual(24);
  await user.keyboard("{End}");
  expect(active()).toBe("model 1999");
});

test("a group keeps its name while its caption is above the rendered entries", async () => {
  await openList(true);
  fireEvent.scroll(screen.getByRole("listbox"), { target: { scrollTop: 44_000 } });
  const group = screen.getByRole("group", { name: "Others" });
  expect(group.querySelector("[data-caption]")).toBeNull();
});

test("during composition, keys select nothing, even in a browser that only sends key code 229", async () => {
  const { pick } = await openList();
  const field = screen.getByRole("combobox", { name: "Search models" });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  fireEvent.keyDown(field, { key: "Escape", keyCode: 229 });
  expect(pick).not.toHaveBeenCalled();
  expect(screen.getByRole("dialog", { name: "Model" })).toBeVisible();
  fireEvent.keyDown(field, { key: "Enter", keyCode: 13 });
  expect(pick.mock.calls).toEqual([["gpt-5-mini@openai"]]);
});

test("the row of a fold shows the folded options in its place, without picking or closing", async () => {
  const user = userEvent.setup();
  const pick = jest.fn();
  const items = [
    { id: "new", label: "gpt-5", isFavourite: false },
    { id: "fold", label: "1 older model", isFold: true as const },
    { id: "old", label: "gpt-4", isFavourite: false, isFolded: true as const },
  ];
  render(
    <ListDialog
      open
      title="Model"
      closeLabel="Close"
      groups={[{ label: "OpenAI", items }]}
      value={undefined}
      onPick={pick}
      onClose={jest.fn()}
      searchLabel="Search models"
      emptyText="No model matches."
      onFavourite={jest.fn()}
      favouriteLabel={({ label }) => `Add ${label} to favourites`}
    />,
  );
  const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(options()).toEqual(["gpt-5", "1 older model"]);
  await user.keyboard("{ArrowDown}");
  expect(screen.queryByRole("button", { name: /favourites/ })).toBeNull();
  await user.keyboard("{Enter}");
  expect(options()).toEqual(["gpt-5", "gpt-4"]);
  expect(active()).toBe("gpt-4");
  expect(pick).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(pick).toHaveBeenCalledWith("old");
});
