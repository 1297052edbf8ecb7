/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { useChats } from "@/store/chats/chats";
import { keepTemporaryChat } from "@/store/turns/keep-temporary-chat";
import { startTemporaryChat } from "@/store/turns/temporary-chat";
import { wasTemporary } from "@/store/turns/temporary-marks";
import { usualSettings } from "../../support/chat-samples";

const titleOf = (number: number) => (number === 1 ? "Temporary" : `Temporary ${number}`);
const topics = () =>
  useChats
    .getState()
    .sessions.map(({ topic }) => topic)
    .sort();

test("open temporary chats have different titles, and a title of the app does not stay", async () => {
  const start = () => startTemporaryChat(titleOf, { modelConfig: usualSettings } as never);
  const ids = [start(), start(), start()];
  expect(topics()).toEqual(["Temporary", "Temporary 2", "Temporary 3"]);
  useChats.getState().patchSession(ids[0] ?? "", { topic: "Tides" });
  start();
  expect(topics()).toEqual(["Temporary", "Temporary 2", "Temporary 3", "Tides"]);
  await keepTemporaryChat(ids[2] ?? "", titleOf);
  await keepTemporaryChat(ids[0] ?? "", titleOf);
  expect(topics()).toEqual(["", "Temporary", "Temporary 2", "Tides"]);
});

test("a tab remembers only the ids of its temporary chats, until they are stored", async () => {
  sessionStorage.clear();
  const start = () => startTemporaryChat(titleOf, { modelConfig: usualSettings } as never);
  const [first, second] = [start(), start()];
  expect({ ...sessionStorage }).toEqual({ "temporary-chats": JSON.stringify([first, second]) });
  await keepTemporaryChat(first, titleOf);
  expect([first, second, "other"].map(wasTemporary)).toEqual([false, true, false]);
  sessionStorage.setItem("temporary-chats", "{broken");
  expect(wasTemporary(second)).toBe(false);
});
