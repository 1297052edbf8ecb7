/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, renderHook } from "@testing-library/react";
import { isOpenedChat, useChatActions } from "@/components/shell/use-chat-actions";
import { useChats } from "@/store/chats/chats";
import { useProjectList } from "@/store/library/projects";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

test("the next and the previous chat are opened also if their project is folded", async () => {
  await useProjectList.whenRead();
  const chats = [
    sampleSession({ id: "a", order: 3 }),
    sampleSession({ id: "b", order: 2, projectId: "p" }),
    sampleSession({ id: "c", order: 1 }),
  ];
  act(() => {
    useChats.getState().hydrate(chats, "a", usualDefaults);
    useProjectList.getState().hydrate({ projects: { p: { id: "p", name: "Tides" } } });
  });
  const { result } = renderHook(() => useChatActions(), { wrapper: WithRouter });
  const opened: string[] = [];
  for (const step of [1, 1, 1, -1] as const) {
    act(() => result.current.walk(step));
    opened.push(useChats.getState().currentId);
  }
  expect(opened).toEqual(["c", "b", "a", "b"]);
  expect(useProjectList.getState().unfolded).toEqual(new Set());
});

test("a chat stays open and gets its URL if the router writes the URL of an earlier one meanwhile", async () => {
  history.replaceState(null, "", "/chat?id=a");
  const chats = ["a", "b", "c"].map((id, index) => sampleSession({ id, order: 3 - index }));
  act(() => useChats.getState().hydrate(chats, "a", usualDefaults));
  const { result } = renderHook(() => useChatActions(), { wrapper: WithRouter });
  act(() => result.current.open("b"));
  act(() => result.current.open("c"));
  history.replaceState(null, "", "/chat?id=a");
  expect(isOpenedChat("c")).toBe(true);
  dispatchEvent(new Event("keydown"));
  expect(location.search).toBe("?id=c");
  history.replaceState(null, "", "/chat?id=b");
  expect(isOpenedChat("c")).toBe(true);
});

test("Back forgets the chat that was opened, so that its URL is not written", async () => {
  history.replaceState(null, "", "/chat?id=a");
  const chats = ["a", "b"].map((id, index) => sampleSession({ id, order: 2 - index }));
  act(() => useChats.getState().hydrate(chats, "a", usualDefaults));
  const { result } = renderHook(() => useChatActions(), { wrapper: WithRouter });
  act(() => result.current.open("b"));
  dispatchEvent(new PopStateEvent("popstate"));
  dispatchEvent(new Event("keydown"));
  expect(location.search).toBe("?id=a");
  expect(isOpenedChat("b")).toBe(false);
});
