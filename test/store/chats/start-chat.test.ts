/** @jest-environment jsdom */
import { isUntouched } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import { currentSession } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { startChat } from "@/store/chats/start-chat";
import { useSettings } from "@/store/settings/settings";
import { sampleMessage, usualDefaults } from "../../support/chat-samples";
import { sampleMask } from "../../support/mask-samples";

const tutor = sampleMask({ id: "m1", name: "Tide tutor", plugin: ["weather"], syncGlobalConfig: false });

beforeEach(() => {
  useChats.setState(useChats.getInitialState(), true);
  useSettings.setState(useSettings.getInitialState(), true);
  useChats.getState().hydrate([], "", usualDefaults);
});

function chats() {
  return useChats.getState().sessions.map(({ id, topic, mask }) => ({ id, topic, mask: mask.name }));
}

test("a mask's chat has its name and a copy of it, and replaces an untouched plain one", () => {
  const [plain] = useChats.getState().sessions;
  const id = startChat(tutor);
  expect(id).toBe(plain?.id);
  expect(chats()).toEqual([{ id, topic: "Tide tutor", mask: "Tide tutor" }]);
  expect(currentSession(useChats.getState())?.mask).toEqual(tutor);
});

test("starting a mask's chat twice creates one chat", () => {
  const ids = [startChat(tutor), startChat(tutor)];
  expect(ids[1]).toBe(ids[0]);
  const global = sampleMask({ id: "m2", name: "Follows the settings" });
  const others = [startChat(global), startChat(global)];
  expect(others[1]).toBe(others[0]);
});

test("another mask replaces an unchanged one in an unused chat, whose draft stays", () => {
  const first = startChat(tutor);
  useDrafts.getState().change(first, () => ({ text: "When is high tide?" }));
  const second = startChat(sampleMask({ id: "m2", name: "Harbour pilot" }));
  expect(second).toBe(first);
  expect(chats()).toEqual([{ id: first, topic: "Harbour pilot", mask: "Harbour pilot" }]);
  expect(useDrafts.getState().drafts[second]?.text).toBe("When is high tide?");
});

test.each([
  ["used", (id: string) => useChats.getState().append(id, [sampleMessage({ id: "q1" })])],
  ["given another title", (id: string) => useChats.getState().patchSession(id, { topic: "Low tide" })],
  [
    "changed in its copy of the mask",
    (id: string) => useChats.getState().patchSession(id, { mask: { ...tutor, hideContext: true } }),
  ],
])("does not reuse a mask's chat that was %s", (_name, change) => {
  const first = startChat(tutor);
  change(first);
  const before = useChats.getState().sessions.find(({ id }) => id === first);
  expect(startChat(sampleMask({ id: "m2", name: "Harbour pilot" }))).not.toBe(first);
  expect(startChat(tutor)).not.toBe(first);
  expect(useChats.getState().sessions.at(-1)).toBe(before);
});

test("a mask's chat in a project uses the empty chat of that project only", () => {
  const [plain] = useChats.getState().sessions;
  const first = startChat(tutor, { projectId: "tides" });
  expect(first).not.toBe(plain?.id);
  expect(startChat(tutor, { projectId: "tides" })).toBe(first);
  expect(startChat(tutor, { projectId: "ships" })).not.toBe(first);
  expect(useChats.getState().sessions.map(({ projectId, topic }) => [projectId, topic])).toEqual([
    ["ships", "Tide tutor"],
    ["tides", "Tide tutor"],
    [undefined, ""],
  ]);
});

test("does not reuse a mask's chat for a plain one", () => {
  const masked = startChat(tutor);
  const id = useChats.getState().newChat(usualDefaults);
  expect(id).not.toBe(masked);
  expect(useChats.getState().sessions.map(isUntouched)).toEqual([true, false]);
});

test("a chat with a waiting message is not reused, in a project or at the top", () => {
  const waitingIds = new Set([startChat(tutor)]);
  const other = startChat(tutor, { waitingIds });
  expect(waitingIds.has(other)).toBe(false);
  const inProject = startChat(tutor, { projectId: "tides" });
  expect(startChat(tutor, { projectId: "tides", waitingIds: new Set([inProject]) })).not.toBe(inProject);
});
