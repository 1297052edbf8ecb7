import fc from "fast-check";
import { isChatRow } from "@/lib/chat/list-row";
import { newProject } from "@/lib/chat/project";
import { arrangeChats, arrangedCaptions } from "@/lib/chat/project-rows";
import { type ChatSession, inListOrder } from "@/lib/chat/session";
import { sampleSession } from "../../support/chat-samples";

const projects = ["p", "q"].map((id) => newProject({ id, name: id, now: 0, others: [] }));

function chatsOf(...given: readonly (Partial<ChatSession> & Pick<ChatSession, "id">)[]): ChatSession[] {
  return inListOrder(given.map((each, place) => sampleSession({ order: -place, ...each })));
}

function rowIds(listed: readonly ChatSession[], unfolded: readonly string[], currentId = ""): string[] {
  return arrangeChats(listed, projects, { unfolded: new Set(unfolded), currentId }).rows.map(({ id }) => id);
}

const chats = chatsOf(
  { id: "a", projectId: "p", pinned: true },
  { id: "b", projectId: "q" },
  { id: "c" },
  { id: "d", projectId: "gone" },
  { id: "e", projectId: "q" },
);

test("pinned chats come first, then projects with their chats, then those without a known project", () => {
  expect(rowIds(chats, ["p", "q"])).toEqual(["a", "project:p", "project:q", "b", "e", "c", "d"]);
});

test("a folded project shows the open chat only", () => {
  expect(rowIds(chats, [])).toEqual(["a", "project:p", "project:q", "c", "d"]);
  expect(rowIds(chats, [], "e")).toEqual(["a", "project:p", "project:q", "e", "c", "d"]);
});

test("a project counts the chats below it", () => {
  const { rows } = arrangeChats(chats, projects, { unfolded: new Set(["p"]), currentId: "" });
  const counted = rows.flatMap((row) => (isChatRow(row) ? [] : [[row.project.id, row.count, row.isFolded]]));
  expect(counted).toEqual([
    ["p", 0, false],
    ["q", 2, true],
  ]);
});

test("a line is above the projects, and dates or another line above the other chats", () => {
  const arranged = arrangeChats(chats, projects, { unfolded: new Set(), currentId: "" });
  expect(arrangedCaptions(arranged, () => [{ kind: "today", index: 0 }])).toEqual([
    { kind: "pinned", index: 0 },
    { kind: "line", index: 1 },
    { kind: "today", index: 3 },
  ]);
  const unpinned = arrangeChats(chats.slice(1), projects, { unfolded: new Set(), currentId: "" });
  expect(arrangedCaptions(unpinned, () => [])).toEqual([{ kind: "line", index: 2 }]);
});

test("every chat is listed once, in list order within its group", () => {
  const anyChats = fc.array(
    fc.record({ projectId: fc.constantFrom(undefined, "p", "q", "x", "__proto__"), pinned: fc.boolean() }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(anyChats, (given) => {
      const listed = chatsOf(...given.map((each, place) => ({ ...each, id: `c${place}` })));
      const ids = rowIds(listed, ["p", "q"]).filter((id) => id.startsWith("c"));
      expect([...ids].sort()).toEqual(listed.map(({ id }) => id).sort());
      for (const projectId of ["p", "q"]) {
        const own = listed.filter((chat) => chat.projectId === projectId && !chat.pinned).map(({ id }) => id);
        expect(ids.filter((id) => own.includes(id))).toEqual(own);
      }
    }),
  );
});

test("10,000 chats in 200 projects are arranged in a few milliseconds", () => {
  const many = Array.from({ length: 200 }, (_, place) => ({
    ...(projects[0] as (typeof projects)[0]),
    id: `p${place}`,
  }));
  const listed = chatsOf(
    ...Array.from({ length: 10_000 }, (_, place) => ({ id: `c${place}`, projectId: `p${place % 250}` })),
  );
  const start = performance.now();
  const { rows } = arrangeChats(listed, many, { unfolded: new Set(), currentId: "c0" });
  expect(performance.now() - start).toBeLessThan(100);
  expect(rows).toHaveLength(200 + 1 + 2000);
});
