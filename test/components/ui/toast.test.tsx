/** @jest-environment jsdom */
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lifetimeOf, type Toast, ToastLayer } from "@/components/ui/toast";

const undo = jest.fn();
const dismiss = jest.fn();
beforeEach(() => jest.resetAllMocks());

const copied: Toast = { id: "copied", kind: "success", text: "Copied" };
const failed: Toast = { id: "failed", kind: "error", text: "Download failed." };
const deleted: Toast = {
  id: "deleted",
  kind: "info",
  text: "Chat deleted",
  action: { label: "Undo", onAction: undo, isUndo: true },
};

function renderToasts(toasts: readonly Toast[], lifetime?: (toast: Toast) => number, options = {}) {
  render(
    <>
      <textarea aria-label="Message" />
      <ToastLayer toasts={toasts} onDismiss={dismiss} lifetime={lifetime} />
    </>,
  );
  return userEvent.setup(options);
}

test("a toast is shown for three seconds, one with an action for five", () => {
  expect(lifetimeOf(copied)).toBe(3000);
  expect(lifetimeOf(deleted)).toBe(5000);
});

test("information is a status, an error is an alert", () => {
  renderToasts([copied, failed]);
  expect(within(screen.getByRole("status")).getByText("Copied")).toBeVisible();
  expect(within(screen.getByRole("alert")).getByText("Download failed.")).toBeVisible();
});

test("a toast disappears after its time", async () => {
  renderToasts([copied], () => 20);
  await waitFor(() => expect(dismiss.mock.calls).toEqual([["copied"]]));
});

test.each([
  ["hovered", (user: ReturnType<typeof userEvent.setup>) => user.hover(screen.getByText("Chat deleted"))],
  ["focused", (user: ReturnType<typeof userEvent.setup>) => user.tab().then(() => user.tab())],
])("its countdown pauses while it is %s", async (_, look) => {
  jest.useFakeTimers();
  try {
    const user = renderToasts([deleted], () => 150, { delay: null });
    act(() => jest.advanceTimersByTime(100));
    await look(user);
    act(() => jest.advanceTimersByTime(10_000));
    expect(dismiss).not.toHaveBeenCalled();
    await user.hover(screen.getByRole("textbox"));
    await user.click(screen.getByRole("textbox"));
    act(() => jest.advanceTimersByTime(49));
    expect(dismiss).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(1));
    expect(dismiss.mock.calls).toEqual([["deleted"]]);
  } finally {
    jest.useRealTimers();
  }
});

test("its action runs once and dismisses it", async () => {
  const user = renderToasts([deleted]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(dismiss.mock.calls).toEqual([["deleted"]]);
});

test("only the newest three are shown, the others are dismissed", () => {
  const toasts = [1, 2, 3, 4, 5].map((number): Toast => ({ id: `${number}`, kind: "info", text: `News ${number}` }));
  renderToasts(toasts);
  expect(screen.getAllByText(/News/).map((element) => element.textContent)).toEqual(["News 3", "News 4", "News 5"]);
  expect(dismiss.mock.calls).toEqual([["1"], ["2"]]);
});

test.each(["{Control>}z{/Control}", "{Meta>}z{/Meta}"])("%s runs the newest undo", async (keys) => {
  const older = jest.fn();
  const user = renderToasts([
    { ...deleted, id: "older", action: { label: "Undo", onAction: older, isUndo: true } },
    deleted,
    { id: "pinned", kind: "info", text: "Pinned", action: { label: "View", onAction: older } },
  ]);
  await user.keyboard(keys);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(older).not.toHaveBeenCalled();
  expect(dismiss.mock.calls).toEqual([["deleted"]]);
});

test("in a field with text, Ctrl+Z belongs to the text; in an empty one it runs undo", async () => {
  const user = renderToasts([deleted]);
  await user.type(screen.getByRole("textbox"), "Hello");
  await user.keyboard("{Control>}z{/Control}");
  expect(undo).not.toHaveBeenCalled();
  await user.clear(screen.getByRole("textbox"));
  await user.keyboard("{Control>}z{/Control}");
  expect(undo).toHaveBeenCalledTimes(1);
});

test("Ctrl+Shift+Z and a toast without an undo do nothing", async () => {
  const user = renderToasts([copied]);
  await user.keyboard("{Control>}z{/Control}");
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect(dismiss).not.toHaveBeenCalled();
});
