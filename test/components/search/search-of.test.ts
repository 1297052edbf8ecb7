import { searchOf } from "@/components/search/search-of";
import type { Project } from "@/lib/chat/project";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { sampleSession } from "../../support/chat-samples";

beforeEach(() => {
  const sessions = [
    sampleSession({ id: "a", tags: ["Work", "Sea"], projectId: "p" }),
    sampleSession({ id: "b", tags: ["work"] }),
    sampleSession({ id: "c", projectId: "gone", tags: ['12" discs'] }),
  ];
  useChats.setState({ sessions });
  useProjects.setState({ byId: new Map([["p", { id: "p", name: "Tide tables" } as Project]]) });
});

const searched = (words: string) => searchOf({ words, filter: { from: 5, role: "user" }, most: 9 });

test.each([
  ["tag:WORK neap", "neap", ["a", "b"]],
  ["tag:work tag:sea", "", ["a"]],
  ["tag:WO", "", ["a", "b"]],
  ['tag:"12\\" dis"', "", ["c"]],
  ['project:"tide t"', "", ["a"]],
  ["project:gone", "", []],
])("%j searches %j in the chats %j", (text, words, ids) => {
  expect(searched(text)).toEqual({ words, filter: { from: 5, role: "user", sessionIds: new Set(ids) }, most: 9 });
});

test("dates are in the user's time zone, and the narrower limit counts", () => {
  expect(searched("before:2026-03 after:2025-12-31")?.filter).toEqual({
    from: new Date(2026, 0, 1).getTime(),
    to: new Date(2026, 2, 1).getTime() - 1,
    role: "user",
  });
  expect(searched("after:1960")?.filter.from).toBe(5);
});

test("a text without words and operators is not searched", () => {
  expect([searched(""), searched("  "), searched("tag:")?.words]).toEqual([undefined, undefined, "tag:"]);
});
