import fc from "fast-check";
import {
  inProjectOrder,
  isBlankProject,
  moveProject,
  newProject,
  type Project,
  readProject,
  shortened,
} from "@/lib/chat/project";
import { readProjectList, storedProjectList } from "@/lib/chat/project-list";
import { withProjectTools } from "@/lib/chat/project-tools";

function sampleProject(given: Partial<Project> & Pick<Project, "id">): Project {
  return {
    createdAt: 0,
    name: given.id,
    color: "blue",
    order: 0,
    instructions: "",
    modelConfig: {},
    plugin: [],
    ...given,
  };
}

test("a new project is listed before the others, even after a clock that was ahead", () => {
  expect(newProject({ id: "p", name: "  Tide tables ", now: 5, others: [{ order: 9 }] })).toEqual({
    id: "p",
    createdAt: 5,
    name: "Tide tables",
    color: "blue",
    order: 10,
    instructions: "",
    modelConfig: {},
    plugin: [],
  });
});

test.each<[Partial<Project>, boolean]>([
  [{}, true],
  [{ name: "Tides" }, false],
  [{ color: "red" }, false],
  [{ instructions: "Answer in knots." }, false],
  [{ modelConfig: { model: "m" } }, false],
  [{ webSearch: true }, false],
])("a new project with the changes %j is blank: %j", (changes, expected) => {
  const project = newProject({ id: "p", name: "", now: 5, others: [] });
  expect(isBlankProject({ ...project, ...changes })).toBe(expected);
});

test("reads a stored project whole, with the fields of newer versions", () => {
  const stored = {
    ...sampleProject({ id: "p", name: "Tides", emoji: "1f30a", color: "teal", order: -2.5, createdAt: 7 }),
    instructions: "Answer in knots.",
    modelConfig: { model: "m", temperature: 0.2 },
    plugin: ["a"],
    toolsOff: { a: ["count"] },
    webSearch: true,
    enableFacts: false,
    budget: { currency: "EUR", micros: 5_000_000 },
    knowledge: "stored:1",
    masks: ["tutor", "en-editor"],
    parent: "q",
  };
  expect(readProject(stored, "p")).toEqual(stored);
});

test("bounds and replaces invalid values of a project", () => {
  const stored = {
    id: "other",
    createdAt: -1,
    name: "n".repeat(101),
    emoji: "<b>",
    color: "url(x)",
    order: Number.POSITIVE_INFINITY,
    instructions: 5,
    modelConfig: { temperature: 9, unknown: 1 },
    plugin: [1],
    toolsOff: { a: 1 },
    webSearch: "yes",
    enableFacts: 1,
    budget: { currency: "euro", micros: -1 },
    knowledge: 4,
    masks: ["", "m".repeat(201)],
  };
  expect(readProject(stored, "p")).toEqual({
    id: "p",
    createdAt: 0,
    name: "n".repeat(100),
    color: "gray",
    order: 0,
    instructions: "",
    modelConfig: { temperature: 2, unknown: 1 },
    plugin: [],
  });
});

test("a project has each of its masks once, up to a limit", () => {
  const many = Array.from({ length: 150 }, (_, place) => `m${place}`);
  expect(readProject({ masks: ["m0", ...many] }, "p")?.masks).toEqual(many.slice(0, 100));
  expect(readProject({ masks: ["m0", 1] }, "p")?.masks).toBeUndefined();
});

test("a shortened text does not end with half a character", () => {
  expect(shortened("ab🌊", 3)).toBe("ab");
});

test("retains what is no project, and writes it back", () => {
  const stored = { projects: { a: sampleProject({ id: "a" }), b: 3, "": {} }, deleted: { c: 1, d: "x" } };
  const read = readProjectList(stored);
  expect(read.projects.map(({ id }) => id)).toEqual(["a"]);
  expect(storedProjectList(read)).toEqual({ ...stored, deleted: { c: 1 }, lastUpdateTime: 0 });
});

test("reads any stored value without an error, and the same again from what it writes", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ projects: fc.dictionary(fc.string(), fc.jsonValue()) })),
      (value) => {
        const once = readProjectList(value);
        expect(readProjectList(storedProjectList(once))).toEqual(once);
      },
    ),
  );
});

test("a moved project is at its new index, and no other one changes its place", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 1, 2, 1e6), { minLength: 1, maxLength: 8 }),
      fc.nat(8),
      fc.nat(9),
      (orders, from, to) => {
        const projects = inProjectOrder(orders.map((order, place) => sampleProject({ id: `p${place}`, order })));
        const { id } = projects[from % projects.length] as Project;
        const index = to % projects.length;
        const changed = new Map(moveProject(projects, id, index).map((project) => [project.id, project]));
        const moved = inProjectOrder(projects.map((project) => changed.get(project.id) ?? project));
        const others = projects.filter((project) => project.id !== id).map((project) => project.id);
        expect(moved.map((project) => project.id)).toEqual(others.toSpliced(index, 0, id));
      },
    ),
  );
});

test("a chat has the tools of its project, and its own choice of single tools counts", () => {
  const mask = { plugin: ["a", "b"], toolsOff: { a: ["x"] } };
  const project = { plugin: ["c", "a"], toolsOff: { a: ["y"], c: ["z"] }, webSearch: true };
  expect(withProjectTools(mask, project)).toEqual({
    plugin: ["c", "a", "b"],
    toolsOff: { a: ["x"], c: ["z"] },
    webSearch: true,
  });
  expect(withProjectTools(mask, { plugin: [] })).toEqual(mask);
});

test("a name of only spaces is no name", () => {
  expect(readProject({ name: " \t " }, "p")?.name).toBe("");
  expect(readProject({ name: " Tides " }, "p")?.name).toBe(" Tides ");
});
