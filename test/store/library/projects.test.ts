import { isChatRow } from "@/lib/chat/list-row";
import type { Project } from "@/lib/chat/project";
import { localKeys } from "@/lib/storage/local-keys";
import { createProjects } from "@/store/library/projects";
import { sessionInUse } from "@/store/settings/models";
import { knowledgeOf } from "@/store/settings/project-knowledge";
import { isProjectUnread, useProjects, withProjectSettings } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { sampleSession, usualSettings } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";

function setUp({ stored, unfolded }: { stored?: unknown; unfolded?: string } = {}) {
  const storage = memoryStorage(unfolded === undefined ? {} : { [localKeys.unfoldedProjects]: unfolded });
  const store = createProjects({ env: fakeEnvironment({ now: 1000 }), storage: () => storage });
  store.getState().hydrate(stored);
  const names = () => store.getState().projects.map(({ name }) => name);
  return { act: store.getState, names, storage };
}

const stored = (given: Partial<Project> = {}) => ({ projects: { tides: { id: "tides", name: "Tides", ...given } } });

beforeEach(() => useProjects.setState(useProjects.getInitialState(), true));

test("a new project is on top, unfolded, and known to other parts", () => {
  const { act, names, storage } = setUp({ stored: stored() });
  expect(act().create("Ships")).toBe("id-1");
  expect(names()).toEqual(["Ships", "Tides"]);
  expect(storage.getItem(localKeys.unfoldedProjects)).toBe('["id-1"]');
  expect([...useProjects.getState().byId.keys()]).toEqual(["id-1", "tides"]);
});

test("changes are bounded, and undefined removes a field", () => {
  const { act } = setUp({ stored: stored({ emoji: "1f30a", knowledge: "stored:1" }) });
  act().change("tides", { emoji: undefined, name: "T".repeat(200), modelConfig: { temperature: 7 } } as never);
  act().change("nobody", { name: "No" });
  expect(act().projects).toEqual([
    {
      id: "tides",
      createdAt: 0,
      name: "T".repeat(100),
      color: "gray",
      order: 0,
      instructions: "",
      modelConfig: { temperature: 2 },
      plugin: [],
      knowledge: "stored:1",
    },
  ]);
});

test("stores a deletion with its time, and undo removes it", () => {
  const { act, names } = setUp({ stored: stored() });
  const undo = act().remove("tides");
  expect([names(), act().deleted, useProjects.getState().arrange]).toEqual([[], { tides: 1000 }, undefined]);
  undo();
  expect([names(), act().deleted]).toEqual([["Tides"], {}]);
});

test("the folded state belongs to the device, and an unreadable one unfolds nothing", () => {
  const { act, storage } = setUp({ stored: stored(), unfolded: '["tides"]' });
  expect(act().unfolded).toEqual(new Set(["tides"]));
  act().setFolded("tides", true);
  expect(storage.getItem(localKeys.unfoldedProjects)).toBe("[]");
  expect(setUp({ unfolded: "{" }).act().unfolded).toEqual(new Set());
});

test("lists are arranged once, until a chat, a project or the open chat changes", () => {
  const { act } = setUp({ stored: stored() });
  const listed = [sampleSession({ id: "a", projectId: "tides" })];
  const arrange = useProjects.getState().arrange;
  const first = arrange?.(listed, "");
  expect(arrange?.(listed, "")).toBe(first);
  expect(first?.rows.map(isChatRow)).toEqual([false]);
  act().setFolded("tides", false);
  expect(useProjects.getState().arrange?.(listed, "").rows.map(isChatRow)).toEqual([false, true]);
});

test("all chats are in the order of the list, also those in folded projects", () => {
  const { act } = setUp({ stored: stored() });
  const listed = [
    sampleSession({ id: "top", pinned: true, projectId: "tides" }),
    sampleSession({ id: "a" }),
    sampleSession({ id: "b", projectId: "tides" }),
  ];
  expect(
    useProjects
      .getState()
      .arrange?.(listed, "")
      .rows.map(({ id }) => id),
  ).toEqual(["top", "project:tides", "a"]);
  expect(
    useProjects
      .getState()
      .inOrder?.(listed)
      .map(({ id }) => id),
  ).toEqual(["top", "b", "a"]);
  act().remove("tides");
  expect(useProjects.getState().inOrder).toBeUndefined();
});

test("chats of a project are not sent while the projects could not be read", () => {
  const inProject = { projectId: "tides" };
  expect(isProjectUnread(inProject)).toBe(false);
  useProjects.setState({ isUnread: true });
  expect([isProjectUnread(inProject), isProjectUnread({})]).toEqual([true, false]);
  setUp({ stored: undefined });
  expect(isProjectUnread(inProject)).toBe(true);
  setUp({ stored: { projects: {} } });
  expect(isProjectUnread(inProject)).toBe(false);
});

test("a chat without settings of its own uses those of its project, then the app's", () => {
  setUp({
    stored: stored({ modelConfig: { temperature: 1.5, max_tokens: 10 }, plugin: ["tides-api"], knowledge: "b" }),
  });
  const { mask } = sampleSession({ id: "s" });
  const following = sampleSession({
    id: "s",
    projectId: "tides",
    mask: { ...mask, syncGlobalConfig: true, knowledge: "a" },
  });
  const used = sessionInUse(following).mask;
  expect([used.modelConfig.temperature, used.modelConfig.max_tokens, used.plugin]).toEqual([1.5, 10, ["tides-api"]]);
  expect(used.modelConfig.top_p).toBe(useSettings.getState().modelConfig.top_p);
  expect(knowledgeOf(following)).toEqual(["b", "a"]);
  const own = {
    ...following,
    mask: { ...mask, syncGlobalConfig: false, modelConfig: { ...usualSettings, temperature: 0.1 } },
  };
  expect(sessionInUse(own).mask.modelConfig.temperature).toBe(0.1);
  const orphan = { ...following, projectId: "gone" };
  expect([sessionInUse(orphan).mask.plugin, knowledgeOf(orphan)]).toEqual([[], ["a"]]);
});

test("a project that sets the model counts as a choice of the user", () => {
  const app = { modelConfig: usualSettings, hasChosenModel: false };
  const project = { modelConfig: { model: "m" } } as Project;
  expect(withProjectSettings(app, project)).toEqual({ global: { ...usualSettings, model: "m" }, hasChosenModel: true });
  expect(withProjectSettings(app, undefined)).toEqual({ global: usualSettings, hasChosenModel: false });
});
