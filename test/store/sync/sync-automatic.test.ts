import { AppError } from "@/lib/errors";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { createVotes } from "@/store/costs/votes";
import { useSync } from "@/store/sync/sync";
import { noteVotes, reportStops, startAutomaticSync } from "@/store/sync/sync-automatic";
import { fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";
import { storedVote } from "../../support/vote-samples";

test("each change of the votes is noted, the reading of stored ones is not", async () => {
  const store = createVotes(fakeEnvironment({ now: 5000 }));
  let changes = 0;
  const { models } = storedVote();
  const whenRead = async () => store.getState().hydrate({ votes: { c1: storedVote() } });
  await noteVotes({ subscribe: store.subscribe, whenRead }, () => {
    changes += 1;
  });
  expect([changes, Object.keys(store.getState().votes)]).toEqual([0, ["c1"]]);
  store.getState().vote("c2", models, 1);
  store.getState().vote("c2", models, 0);
  store.getState().withdraw("c2");
  expect(changes).toBe(3);
});

test("changes are noted if the stored votes cannot be read", async () => {
  const store = createVotes(fakeEnvironment());
  const onChange = jest.fn();
  await noteVotes({ subscribe: store.subscribe, whenRead: () => Promise.reject(new Error("no database")) }, onChange);
  store.getState().vote("c1", storedVote().models, 0);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("automatic sync reports once what only the user can solve, and again after a sync succeeded", () => {
  const show = jest.fn();
  const noteOutcome = reportStops(show);
  const failure = (problem: string) => ({
    error: new AppError("sync-failed", { problem }),
    question: undefined,
  });
  const doubts = { error: undefined, question: { kind: "doubts", doubt: { reason: "readable", print: "p" } } } as const;
  const loss = { count: 9, of: 10 };
  const asks = { error: undefined, question: { kind: "asks", goesHere: loss, goesThere: loss } } as const;
  const success = { error: undefined, question: undefined };
  const counts = [
    success,
    failure("unreachable"),
    failure("needs-passphrase"),
    failure("unreachable"),
    failure("needs-passphrase"),
    failure("needs-setup"),
    failure("altered"),
    doubts,
    asks,
    asks,
    success,
    asks,
  ].map((outcome) => {
    noteOutcome(outcome);
    return show.mock.calls.length;
  });
  expect(counts).toEqual([0, 0, 1, 1, 1, 2, 3, 4, 5, 5, 5, 6]);
});

test("the report of stopped automatic sync is a toast", async () => {
  Object.assign(globalThis, {
    document: { addEventListener() {} },
    addEventListener() {},
    navigator: { languages: ["en"] },
    localStorage: memoryStorage(),
  });
  useUi.setState(useUi.getInitialState(), true);
  useChats.setState({ live: {} });
  const question = { kind: "doubts", doubt: { reason: "readable", print: "p" } } as const;
  const settings = readSyncSettings({
    webdav: { endpoint: "https://cloud.example", username: "u", password: "p" },
    isAutomatic: true,
  });
  useSync.setState({
    settings,
    async sync() {
      useSync.setState({ question });
      return false;
    },
  });
  startAutomaticSync();
  await useLocale.getState().loadAll();
  await new Promise((resolve) => setTimeout(resolve));
  // Stores that the schedule observes report other errors here, without a browser.
  const stops = useUi.getState().toasts.filter(({ content }) => content.kind !== "error");
  expect(stops.map(({ content }) => content)).toEqual([{ kind: "sync-stopped" }]);
});
