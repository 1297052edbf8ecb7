/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MaskList } from "@/components/masks/mask-list";
import { readBuiltinMasks } from "@/lib/chat/builtin-masks";
import { useMasks } from "@/store/library/masks";
import { useSettings } from "@/store/settings/settings";
import { WithRouter } from "../../support/with-router";

beforeEach(() => {
  useSettings.setState(useSettings.getInitialState(), true);
  useMasks.setState({ ...useMasks.getInitialState(), builtinState: "ready" }, true);
  render(<MaskList />, { wrapper: WithRouter });
});

test("a mask is labelled new while it is created, and is removed if nothing was entered", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  expect(screen.getByRole("dialog", { name: "New mask" })).toBeVisible();
  expect(useMasks.getState().own).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  expect(useMasks.getState().own).toEqual([]);
});

test("a new mask with a name is kept, and is edited when it is opened again", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Tide tutor");
  await userEvent.keyboard("{Escape}");
  expect(useMasks.getState().own.map(({ name }) => name)).toEqual(["Tide tutor"]);
  await userEvent.click(screen.getByRole("button", { name: "Edit mask: Tide tutor" }));
  expect(screen.getByRole("dialog", { name: "Edit mask" })).toBeVisible();
});

test("a mask can only disable what is on globally", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  const offered = () =>
    ["Live previews", "Collapse long code"].filter((name) => screen.queryByRole("switch", { name }));
  expect(offered()).toEqual(["Live previews", "Collapse long code"]);
  await userEvent.click(screen.getByRole("switch", { name: "Collapse long code" }));
  await userEvent.click(screen.getByRole("switch", { name: "Hide context" }));
  act(() => useSettings.setState({ enableArtifacts: false }));
  expect(offered()).toEqual(["Collapse long code"]);
  expect(useMasks.getState().own[0]).toMatchObject({
    enableCodeFold: false,
    hideContext: true,
    syncGlobalConfig: true,
  });
  expect(useMasks.getState().own[0]).not.toHaveProperty("enableArtifacts");
});

test("replaces a mask's own settings with the global ones only after confirmation", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  fireEvent.change(screen.getByRole("slider", { name: "Temperature" }), { target: { value: "1.5" } });
  const follow = screen.getByRole("switch", { name: "Use global settings" });
  const state = () => {
    const { syncGlobalConfig, modelConfig } = useMasks.getState().own[0] ?? {};
    return [syncGlobalConfig, modelConfig?.temperature];
  };
  const answer = async (name: string) => {
    await userEvent.click(follow);
    await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name }));
    return state();
  };
  expect([state(), await answer("Cancel"), await answer("Replace")]).toEqual([
    [false, 1.5],
    [false, 1.5],
    [true, 0.5],
  ]);
});

test("lists show descriptions, a chip filters by category, and the header counts what is listed", async () => {
  const builtin = readBuiltinMasks({
    en: [
      { slug: "tide", name: "Tide clerk", description: "Counts the waves", category: "work" },
      { slug: "story", name: "Story teller", description: "Tells of the sea", category: "fun" },
    ],
  });
  act(() => useMasks.setState({ builtin }));
  expect(screen.getByText("2 masks, 0 yours")).toBeVisible();
  expect(screen.getByText("Counts the waves")).toBeVisible();
  const chips = within(screen.getByRole("group", { name: "Category" }));
  expect(chips.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["All", "Work", "Fun"]);
  await userEvent.click(chips.getByRole("button", { name: "Fun" }));
  expect(screen.getByText("1 mask, 0 yours")).toBeVisible();
  expect(screen.queryByText("Counts the waves")).toBeNull();
  await userEvent.click(chips.getByRole("button", { name: "Fun", pressed: true }));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search masks" }), "waves");
  expect(screen.getByText("Tide clerk")).toBeVisible();
  expect(screen.queryByText("Story teller")).toBeNull();
});

test("the preview shows prompts and only the settings that differ from the user's", async () => {
  const context = [{ role: "system", content: "Estimate first." }];
  const modelConfig = { temperature: 0.9, top_p: 1 };
  const builtin = readBuiltinMasks({
    en: [
      { slug: "tide", name: "Tide clerk", description: "Counts the waves", context, modelConfig, hideContext: true },
    ],
  });
  act(() => useMasks.setState({ builtin }));
  await userEvent.click(screen.getByRole("button", { name: /^Tide clerk/ }));
  const preview = within(screen.getByRole("dialog", { name: "Preview" }));
  expect(preview.getByText("Counts the waves")).toBeVisible();
  expect(preview.getByText("Estimate first.")).toBeVisible();
  expect(preview.getByText("These prompts aren’t shown in the chat.")).toBeVisible();
  expect(preview.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Temperature"]);
  expect(preview.getByRole("button", { name: "Start chat" })).toHaveFocus();
});

test("a description is edited, and is shown in the list in place of other facts", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Tide tutor");
  await userEvent.type(screen.getByRole("textbox", { name: /^Description/ }), "Explains the tides");
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("list", { name: "Masks" })).toHaveTextContent("Explains the tides");
  expect(useMasks.getState().own[0]).toMatchObject({ description: "Explains the tides" });
});

test("the default language filter is the user's language; all languages are an option, and it is stored", async () => {
  const builtin = readBuiltinMasks({
    cn: [{ slug: "chao", name: "潮汐" }],
    en: [{ slug: "tide", name: "Tide clerk" }],
  });
  act(() => useMasks.setState({ builtin }));
  const names = () => screen.getAllByRole("button", { name: /^View mask: / }).map((each) => each.ariaLabel);
  const filter = screen.getByRole("combobox", { name: "Mask language" });
  expect(filter).toHaveDisplayValue("English");
  expect(names()).toEqual(["View mask: Tide clerk"]);
  await userEvent.selectOptions(filter, "All languages");
  expect(names()).toEqual(["View mask: Tide clerk", "View mask: 潮汐"]);
  expect(useMasks.getState().language).toBe("all");
});
