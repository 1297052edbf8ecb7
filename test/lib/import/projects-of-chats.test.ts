import { newProject } from "@/lib/chat/project";
import { mergeDocument } from "@/lib/import/merge-documents";
import { newProjects, projectsOfChats } from "@/lib/import/projects-of-chats";

const tides = { ...newProject({ id: "p", name: "Tides", now: 1, others: [] }), instructions: "Use UTC." };
const moon = newProject({ id: "q", name: "Moon", now: 2, others: [] });
const documents = {
  "project-store": { projects: { p: tides, q: moon }, deleted: {}, lastUpdateTime: 9 },
  "access-control": { openaiApiKey: "sk-file" },
};

test("only the projects of the chats come with them, and nothing else of the file", () => {
  expect(projectsOfChats(documents, ["p", "gone", "__proto__"])).toEqual({ projects: { p: tides } });
  expect(projectsOfChats(documents, ["gone"])).toBeUndefined();
  expect(projectsOfChats({}, ["p"])).toBeUndefined();
});

test("a project that is on this device, or was deleted here, stays as it is", () => {
  const found = projectsOfChats(documents, ["p", "q"]) ?? {};
  const own = { ...tides, name: "My tides" };
  expect(mergeDocument("project-store", { projects: { p: own }, deleted: { q: 5 }, lastUpdateTime: 3 }, found)).toEqual(
    {
      projects: { p: own },
      deleted: { q: 5 },
      lastUpdateTime: 3,
    },
  );
  expect(newProjects(found, new Map([["p", own]]))).toEqual([moon]);
  expect(newProjects(undefined, new Map())).toEqual([]);
});
