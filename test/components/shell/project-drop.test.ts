import { targetOf } from "@/components/shell/use-project-drop";
import { type ListRow, projectRowId } from "@/lib/chat/list-row";
import { newProject } from "@/lib/chat/project";
import { sampleSession } from "../../support/chat-samples";

const projectRow = (id: string): ListRow => ({
  id: projectRowId(id),
  project: { ...newProject({ id, name: id, now: 1, others: [] }) },
  count: 2,
  isFolded: false,
});
/** Two unfolded projects, and a chat without a project. */
const rows: readonly ListRow[] = [
  projectRow("tides"),
  sampleSession({ id: "t1" }),
  sampleSession({ id: "t2" }),
  projectRow("moons"),
  sampleSession({ id: "m1" }),
  sampleSession({ id: "free" }),
];

test.each([
  ["down by key, past its own chats", { place: 0, index: 1, isByKey: true }, "project:moons"],
  ["up by key, past the chats of the one above", { place: 3, index: 2, isByKey: true }, "project:tides"],
  ["down by key from the last place", { place: 3, index: 4, isByKey: true }, undefined],
  ["up by key from the first place", { place: 0, index: -1, isByKey: true }, undefined],
  ["dragged over its own chats", { place: 0, index: 2, isByKey: false }, undefined],
  ["dragged over the next project", { place: 0, index: 3, isByKey: false }, "project:moons"],
  ["dragged to the end", { place: 0, index: 5, isByKey: false }, "project:moons"],
  ["dragged over the chats of the one above", { place: 3, index: 1, isByKey: false }, undefined],
  ["dragged over the project above", { place: 3, index: 0, isByKey: false }, "project:tides"],
])("an unfolded project %s", (_name, move, target) => {
  expect(targetOf(rows, move)?.id).toBe(target);
});

test("a chat changes places with another chat only", () => {
  expect(targetOf(rows, { place: 1, index: 2, isByKey: true })?.id).toBe("t2");
  expect(targetOf(rows, { place: 2, index: 3, isByKey: true })).toBeUndefined();
});
