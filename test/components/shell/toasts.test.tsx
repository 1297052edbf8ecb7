/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { clearContext } from "@/components/shell/chat-shortcuts";
import { Toasts } from "@/components/shell/toasts";
import { AppError } from "@/lib/errors";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sampleMessage, sampleSession, usualDefaults } from "../../support/chat-samples";
import { idleRouter, WithRouter } from "../../support/with-router";

// Before the first render, which copies the router.
const push = jest.spyOn(idleRouter, "push");

beforeEach(() => {
  useChats.setState(useChats.getInitialState(), true);
  useUi.setState(useUi.getInitialState(), true);
  const chats = ["a", "b"].map((id) => sampleSession({ id, topic: id, memoryPrompt: "Tides." }));
  useChats.getState().hydrate(chats, "a", usualDefaults);
  for (const id of ["a", "b"]) {
    useChats.getState().fillThread(id, []);
    useChats.getState().append(id, [sampleMessage({ id: `q-${id}` })]);
  }
  render(<Toasts />, { wrapper: WithRouter });
});

const markOf = (id: string) => {
  const { clearContextIndex, memoryPrompt } = useChats.getState().sessions.find((each) => each.id === id) ?? {};
  return { clearContextIndex, memoryPrompt };
};
const whole = { clearContextIndex: undefined, memoryPrompt: "Tides." };

test("a toast about a chat's context offers undo", async () => {
  act(clearContext);
  expect(markOf("a")).toEqual({ clearContextIndex: 1, memoryPrompt: "" });
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(markOf("a")).toEqual(whole);
});

test("it disappears with the chat; a toast about no single chat stays", () => {
  act(clearContext);
  act(() => useUi.getState().toast({ kind: "copied" }));
  act(() => useChats.getState().select("b"));
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual(["Copied"]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect([markOf("a").clearContextIndex, markOf("b")]).toEqual([1, whole]);
});

test("stopped automatic sync is an error that leads to the sync settings", async () => {
  act(() => useUi.getState().toast({ kind: "sync-stopped" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Automatic sync has stopped. The sync settings show why.");
  await userEvent.click(screen.getByRole("button", { name: "View" }));
  expect(push.mock.calls).toEqual([["/settings#sync"]]);
  expect(useUi.getState().toasts).toEqual([]);
});

test("a failed reading aloud shows what the service says, if it says something", () => {
  const error = new AppError("bad-request", { message: "unknown voice tide" });
  act(() => useUi.getState().toast({ kind: "speech-failed", error, messageId: "q-a" }));
  act(() => useUi.getState().toast({ kind: "speech-failed", error: new AppError("auth"), messageId: "q-a" }));
  expect(screen.getByRole("alert").textContent?.split("Use this device’s voice")).toEqual([
    "Couldn’t read this aloud. The provider rejected the request. \u2068unknown voice tide\u2069",
    "Couldn’t read this aloud. The API key was rejected.",
    "",
  ]);
});
