import { isChatRow } from "@/lib/chat/list-row";
import { newProject } from "@/lib/chat/project";
import { arrangeChats, arrangedCaptions } from "@/lib/chat/project-rows";
import type { ChatSession } from "@/lib/chat/session";
import { filterByTags } from "@/store/chats/tag-filter";
import { useProjects } from "@/store/settings/projects";
import { sampleSession } from "../../support/chat-samples";

const chats = [
  sampleSession({ id: "pinned", pinned: true, tags: ["Sea"] }),
  sampleSession({ id: "tide", projectId: "p", tags: ["sea", "Work"] }),
  sampleSession({ id: "moon", projectId: "q" }),
  sampleSession({ id: "open" }),
  sampleSession({ id: "other", tags: ["work"] }),
];

const project = (id: string) => newProject({ id, name: id, now: 1, others: [] });

function useProjectsOf(ids: readonly string[]) {
  const projects = ids.map(project);
  const arrange = (listed: readonly ChatSession[], currentId: string) => {
    const arranged = arrangeChats(listed, projects, { unfolded: new Set(ids), currentId });
    return {
      ...arranged,
      captions: (datesOf: Parameters<typeof arrangedCaptions>[1]) => arrangedCaptions(arranged, datesOf),
    };
  };
  useProjects.setState({ arrange });
  return arrange;
}

const arranged = () => useProjects.getState().arrange?.(chats, "open");
const ids = () => arranged()?.rows.map((row) => (isChatRow(row) ? row.id : `${row.project.id} ${row.count}`));

afterEach(() => {
  filterByTags([]);
  useProjects.setState({ arrange: undefined });
});

test("chats with all tags are listed, ignoring case, and the open one", () => {
  filterByTags(["sea"]);
  expect(ids()).toEqual(["pinned", "tide", "open"]);
  expect(arranged()).toMatchObject({ start: 1, end: 1 });
  expect(arranged()?.captions((dated) => [{ kind: "today", index: dated.length }])).toEqual([
    { kind: "today", index: 3 },
  ]);
  filterByTags(["SEA", "work"]);
  expect(ids()).toEqual(["tide", "open"]);
  filterByTags([]);
  expect(useProjects.getState().arrange).toBeUndefined();
});

test("projects without such chats are hidden, also after the projects have changed", () => {
  const arrange = useProjectsOf(["p", "q"]);
  filterByTags(["sea"]);
  expect(ids()).toEqual(["pinned", "p 1", "tide", "open"]);
  expect(arranged()).toMatchObject({ start: 1, end: 3 });
  expect(arranged()).toBe(arranged());
  filterByTags([]);
  expect(useProjects.getState().arrange).toBe(arrange);

  filterByTags(["work"]);
  const later = useProjectsOf(["q"]);
  expect(ids()).toEqual(["tide", "open", "other"]);
  filterByTags([]);
  expect(useProjects.getState().arrange).toBe(later);
});

test("the number of matching chats leaves out the open one without the tags, and follows the chats", () => {
  const count = (sessions = chats) => useProjects.getState().countMatching?.(sessions);
  expect(count()).toBeUndefined();
  filterByTags(["SEA"]);
  expect(count()).toBe(2);
  expect(count(chats.slice(1))).toBe(1);
  filterByTags(["sea", "work"]);
  expect(count()).toBe(1);
  filterByTags([]);
  expect(count()).toBeUndefined();
});
