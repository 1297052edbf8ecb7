import fc from "fast-check";
import { newProject } from "@/lib/chat/project";
import { readProjectList, storedProjectList } from "@/lib/chat/project-list";
import { arrangeChats } from "@/lib/chat/project-rows";
import { mergeDocument } from "@/lib/import/merge-documents";
import { documentWith } from "@/lib/sync/document-cells";
import type { Cell } from "@/lib/sync/state";
import { sampleSession } from "../../support/chat-samples";

/** Brings projects to a device without any, by a sync or by an import. */
const ways = {
  sync(projects: Record<string, unknown>) {
    const cells = Object.entries(projects).map(([id, value]): [string, Cell] => [`projects/${id}`, { at: 5, value }]);
    return documentWith("project-store", { cells: new Map(cells), deletedAt: 0 }, {});
  },
  import: (projects: Record<string, unknown>) =>
    mergeDocument("project-store", { projects: {}, deleted: {}, lastUpdateTime: 0 }, { projects }),
};

const newer = (id: string, parent: unknown) => ({
  ...newProject({ id, name: id.toUpperCase(), now: 1, others: [] }),
  parentId: parent,
  children: [id],
});

describe.each(Object.entries(ways))("projects of a newer version that a %s brings", (_way, bring) => {
  test("are flat, also in a cycle or below a missing one, and keep their unknown fields", () => {
    const stored = { a: newer("a", "b"), b: newer("b", "a"), c: newer("c", "c"), d: newer("d", "gone") };
    const list = readProjectList(bring(stored));
    expect(list.projects.map(({ id }) => id).toSorted()).toEqual(["a", "b", "c", "d"]);
    expect(storedProjectList(list)).toMatchObject({ projects: stored });
  });

  test("list each chat once, whatever they contain, and chats of a missing project without one", () => {
    const ids = ["a", "b", "c", "gone", "__proto__"] as const;
    const anyId = fc.constantFrom(...ids);
    const anyProject = fc.oneof(
      fc.jsonValue(),
      fc.record({ id: anyId, parentId: anyId, name: fc.string(), order: fc.oneof(fc.integer(), fc.string()) }),
    );
    fc.assert(
      fc.property(
        fc.record({ a: anyProject, b: anyProject, c: anyProject }),
        fc.array(anyId, { maxLength: 12 }),
        (stored, owners) => {
          const { projects } = readProjectList(bring(stored));
          const chats = owners.map((projectId, index) => sampleSession({ id: `chat${index}`, projectId }));
          const unfolded = new Set(projects.map(({ id }) => id));
          const { rows } = arrangeChats(chats, projects, { unfolded, currentId: "" });
          const listed = rows.flatMap(({ id }) => (id.startsWith("chat") ? [id] : []));
          expect(listed.toSorted()).toEqual(chats.map(({ id }) => id).toSorted());
        },
      ),
    );
  });
});

test("a chat whose project comes later is in it then", () => {
  const chat = sampleSession({ id: "chat", projectId: "late" });
  const rowsWith = (stored: Record<string, unknown>) => {
    const { projects } = readProjectList(ways.import(stored));
    return arrangeChats([chat], projects, { unfolded: new Set(["late"]), currentId: "" }).rows.map(({ id }) => id);
  };
  expect(rowsWith({ a: newer("a", undefined) })).toEqual(["project:a", "chat"]);
  expect(rowsWith({ late: newer("late", undefined) })).toEqual(["project:late", "chat"]);
});
