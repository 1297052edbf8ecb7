/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, renderHook } from "@testing-library/react";
import { useChatActions } from "@/components/shell/use-chat-actions";
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
