import { AppError } from "@/lib/errors";
import { clearReportedError, createUi, report, useUi } from "@/store/base/ui";

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

describe("toasts", () => {
  test("shows the last three toasts in order, until they are dismissed", () => {
    const { getState } = createUi();
    const undo = () => {};
    getState().toast({ kind: "copied" });
    getState().toast({ kind: "chat-deleted" }, undo);
    getState().toast({ kind: "message-deleted" });
    getState().toast({ kind: "copied" });
    const kinds = () => getState().toasts.map(({ content }) => content.kind);
    expect(kinds()).toEqual(["chat-deleted", "message-deleted", "copied"]);
    expect(getState().toasts[0]?.undo).toBe(undo);
    expect(getState().toasts[1]).not.toHaveProperty("undo");
    getState().dismiss(getState().toasts[1]?.id ?? 0);
    getState().dismiss(-1);
    expect(kinds()).toEqual(["chat-deleted", "copied"]);
  });

  test("have unique ids", () => {
    const { getState } = createUi();
    for (let count = 0; count < 3; count++) getState().toast({ kind: "copied" });
    getState().dismiss(getState().toasts[2]?.id ?? 0);
    getState().toast({ kind: "copied" });
    expect(new Set(getState().toasts.map(({ id }) => id)).size).toBe(3);
  });
});

test("stores whether the sidebar was widened or hidden", () => {
  const { getState } = createUi();
  expect(getState()).toMatchObject({ isFullWidth: false, isSidebarWidened: false });
  getState().setFullWidth(true);
  getState().setSidebarWidened(true);
  expect(getState()).toMatchObject({ isFullWidth: true, isSidebarWidened: true });
});

describe("a reported error", () => {
  test.each(["storage-full", "storage-unavailable", "storage-newer", "storage-deleted", "stored-newer"] as const)(
    "with the code %s stays and is not a toast",
    (code) => {
      const error = new AppError(code);
      report(error);
      expect(useUi.getState()).toMatchObject({ storageProblem: error, toasts: [] });
    },
  );

  test.each(["network", "unreadable", "clipboard", "unexpected"] as const)("with the code %s is a toast", (code) => {
    const error = new AppError(code);
    report(error);
    expect(useUi.getState()).toMatchObject({ storageProblem: null, toasts: [{ content: { kind: "error", error } }] });
  });
});

test("a failure after the database was deleted does not replace that reason", () => {
  const deleted = new AppError("storage-deleted");
  report(deleted);
  report(new AppError("storage-unavailable"));
  expect(useUi.getState()).toMatchObject({ storageProblem: deleted, toasts: [] });
});

test("clearing a storage problem does not clear a later one", () => {
  const full = new AppError("storage-full");
  const newer = new AppError("storage-newer");
  report(full);
  clearReportedError(full);
  expect(useUi.getState().storageProblem).toBeNull();
  report(full);
  report(newer);
  clearReportedError(full);
  expect(useUi.getState().storageProblem).toBe(newer);
});

test("the dialog that was requested last is open until it is closed; a further request opens another one", () => {
  const { getState } = createUi();
  getState().closeDialog();
  expect(getState().dialog).toBeNull();
  getState().openDialog({ kind: "memory", sessionId: "a" });
  expect(getState().dialog).toEqual({ id: 1, content: { kind: "memory", sessionId: "a" }, isOpen: true });
  getState().closeDialog();
  expect(getState().dialog).toEqual({ id: 1, content: { kind: "memory", sessionId: "a" }, isOpen: false });
  getState().openDialog({ kind: "shortcuts" });
  expect(getState().dialog).toEqual({ id: 2, content: { kind: "shortcuts" }, isOpen: true });
});
