/** @jest-environment jsdom */

import { type Draft, emptyDraft } from "@/lib/chat/draft";
import { onPageLeave } from "@/lib/platform/page-leave";
import { useUi } from "@/store/base/ui";
import { createDrafts } from "@/store/chats/drafts";
import { createDraftPersistence } from "@/store/turns/draft-persistence";
import { fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";
import { memoryTexts } from "../../support/memory-texts";

interface Given {
  readonly local?: Readonly<Record<string, string>>;
  readonly records?: Readonly<Record<string, string>>;
  readonly database?: "open" | "readOnly" | "missing" | "unreadable";
  readonly flush?: () => Promise<void>;
}

/** Creates a tab on a device that has stored something. */
function openTab({ local = {}, records = {}, database = "open", flush = async () => {} }: Given = {}) {
  const env = fakeEnvironment({ now: 1000 });
  const storage = memoryStorage(local);
  const drafts = createDrafts(() => storage);
  const texts = memoryTexts(records);
  const stored: string[] = [];
  let written = Promise.resolve();
  let opening = Promise.resolve();
  let isCleared = false;
  const opened = {
    isReadOnly: database === "readOnly",
    async readTexts(keys: readonly string[]) {
      await opening;
      if (database === "unreadable") throw new Error("no access");
      return texts.read(keys);
    },
    async updateTexts(_keys: readonly string[], change: Parameters<typeof texts.update>[1]) {
      const changes = change({});
      await written;
      await texts.update([], () => changes);
    },
  };
  const { follow } = createDraftPersistence({
    env,
    drafts,
    storage: () => storage,
    database: () => (database === "missing" ? undefined : opened),
    storeChat: (sessionId) => stored.push(sessionId),
    flush,
    isDiscarded: () => isCleared,
  });
  return {
    /** Opens a chat; resolves once its record is read. */
    async open(sessionId = "s1") {
      drafts.getState().open(sessionId);
      follow(sessionId);
      await env.advance(0);
    },
    openUnread: () => drafts.getState().open("s1"),
    follow: () => follow("s1"),
    storage,
    texts,
    stored,
    /** Holds writes to the database back; returns the function that lets them go on. */
    holdWrites(): () => void {
      let release = () => {};
      written = new Promise((resolve) => (release = resolve));
      return release;
    },
    /** Holds reads of the database back; returns the function that lets them go on. */
    holdReads(): () => void {
      let release = () => {};
      opening = new Promise((resolve) => (release = resolve));
      return release;
    },
    settled: () => env.advance(0),
    later: () => env.advance(400),
    write: (text: string, sessionId = "s1") => drafts.getState().change(sessionId, () => ({ text })),
    change: drafts.getState().change,
    send: () => drafts.getState().clear("s1"),
    clearAll: () => (isCleared = true),
    shown: (sessionId = "s1"): Draft | undefined => drafts.getState().drafts[sessionId],
    inStorage: () => Object.fromEntries(storage.values),
    inDatabase: () => Object.fromEntries([...texts.values].map(([key, text]) => [key, JSON.parse(text)])),
  };
}

const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ ...emptyDraft, text, ...more });
const record = (text: string, at: number, more: Partial<Draft> = {}) => JSON.stringify({ ...draft(text, more), at });
const local = (text: string, at: number) => ({
  "unfinished-input-s1": text,
  "unfinished-attachments-s1": JSON.stringify({ images: [], texts: [], at }),
});

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

describe("a change", () => {
  test("is in the database at once, in its own macrotask, and in localStorage a little later", async () => {
    const tab = openTab();
    await tab.open();
    tab.write("When");
    tab.change("s1", () => ({ images: ["stored:b1"] }));
    await tab.settled();
    expect(tab.texts.writes).toHaveLength(1);
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("When", { images: ["stored:b1"] }), at: 1001 } });
    expect(tab.inStorage()).toEqual({});
    await tab.later();
    expect(tab.inStorage()).toEqual({
      "unfinished-input-s1": "When",
      "unfinished-attachments-s1": '{"images":["stored:b1"],"texts":[],"at":1001}',
    });
  });

  test("during a write is written after it, and only the last one is", async () => {
    const tab = openTab();
    await tab.open();
    const release = tab.holdWrites();
    tab.write("W");
    await tab.settled();
    tab.write("Wh");
    await tab.settled();
    tab.write("Whe");
    release();
    await tab.settled();
    expect(tab.texts.writes.map(([, text]) => JSON.parse(text ?? "").text)).toEqual(["W", "Whe"]);
  });

  test("stores the chat, once", async () => {
    const tab = openTab({ records: { "draft-s1": record("kept", 5) } });
    await tab.open();
    await tab.settled();
    expect(tab.stored).toEqual([]);
    tab.write("W");
    tab.write("Wh");
    expect(tab.stored).toEqual(["s1"]);
  });

  test("is in localStorage when the tab closes", async () => {
    const tab = openTab();
    await tab.open();
    tab.write("When");
    dispatchEvent(new Event("pagehide"));
    expect(tab.inStorage()).toEqual(local("When", 1000));
  });

  test("is stored if it comes from another listener while the tab closes", async () => {
    const tab = openTab();
    await tab.open();
    const stopChanging = onPageLeave("change", () => tab.write("a waiting message"));
    dispatchEvent(new Event("pagehide"));
    stopChanging();
    expect(tab.inStorage()).toEqual(local("a waiting message", 1000));
  });

  test("that came before its chat was followed is stored, too", async () => {
    const tab = openTab({ local: local("kept", 5), records: { "draft-s1": record("kept", 5) } });
    tab.write("from a link");
    await tab.open();
    expect(tab.shown()).toEqual(draft("from a link"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("from a link"), at: 1000 } });
  });

  test("of a chat that is not followed is stored, and begins with its stored draft", async () => {
    const tab = openTab({ local: { "unfinished-input-s2": "kept" } });
    await tab.open("s1");
    tab.change("s2", ({ text }) => ({ text: `${text}, and more` }));
    await tab.later();
    expect(tab.inDatabase()).toEqual({ "draft-s2": { ...draft("kept, and more"), at: 1000 } });
  });

  test("that the database rejects is in localStorage, and the next one is written again", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const tab = openTab();
    await tab.open();
    tab.texts.state = "full";
    tab.write("When");
    await tab.later();
    expect([tab.inDatabase(), tab.inStorage()]).toEqual([{}, local("When", 1000)]);
    tab.texts.state = "open";
    tab.write("When is");
    await tab.settled();
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("When is"), at: 1400 } });
    expect(useUi.getState().storageProblem).toBeNull();
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test.each([
    ["only localStorage is full", "open", undefined],
    ["both are full", "full", "storage-full"],
  ] as const)("is reported if it cannot be stored: %s", async (_, state, problem) => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const tab = openTab({ local: local("short", 5) });
    await tab.open();
    tab.storage.state = "full";
    tab.texts.state = state;
    tab.write("long");
    await tab.later();
    expect(useUi.getState().storageProblem?.code).toBe(problem);
    expect(tab.inStorage()).toEqual(local("short", 5));
    warn.mockRestore();
  });

  test("is not stored once everything is being cleared", async () => {
    const tab = openTab();
    await tab.open();
    tab.write("When");
    tab.clearAll();
    dispatchEvent(new Event("pagehide"));
    await tab.later();
    expect([tab.inDatabase(), tab.inStorage()]).toEqual([{}, {}]);
  });
});

describe.each(["readOnly", "missing"] as const)("with a database that is %s", (database) => {
  test("localStorage has the draft until it is sent", async () => {
    const tab = openTab({ database });
    await tab.open();
    tab.write("When");
    await tab.later();
    expect([tab.inDatabase(), tab.inStorage()]).toEqual([{}, local("When", 1000)]);
    tab.send();
    await tab.later();
    expect([tab.inDatabase(), tab.inStorage()]).toEqual([{}, {}]);
    expect(useUi.getState().storageProblem).toBeNull();
  });
});

describe("opening a chat", () => {
  test("shows the draft of localStorage at once, and the one of the database if it is newer", async () => {
    const images = ["stored:b1"];
    const tab = openTab({ local: local("Whe", 5), records: { "draft-s1": record("When is", 6, { images }) } });
    tab.openUnread();
    tab.follow();
    expect(tab.shown()).toEqual(draft("Whe"));
    await tab.settled();
    expect(tab.shown()).toEqual(draft("When is", { images }));
    await tab.later();
    expect(tab.texts.writes).toEqual([]);
  });

  test("copies a draft into the database if only localStorage has it, as one of an earlier version", async () => {
    const tab = openTab({ local: { "unfinished-input-s1": "half a thought" } });
    await tab.open();
    await tab.later();
    expect(tab.shown()).toEqual(draft("half a thought"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("half a thought"), at: 1000 } });
    expect(tab.inStorage()).toEqual(local("half a thought", 1000));
  });

  test("copies the draft of a tab that closed during a write", async () => {
    const tab = openTab({ local: local("When", 6), records: { "draft-s1": record("Whe", 5) } });
    await tab.open();
    await tab.settled();
    expect(tab.shown()).toEqual(draft("When"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("When"), at: 6 } });
  });

  test("puts the stored draft before text typed before it is read", async () => {
    const tab = openTab({ records: { "draft-s1": record("kept", 6) } });
    tab.openUnread();
    tab.follow();
    tab.write("typed");
    await tab.settled();
    expect(tab.shown()).toEqual(draft("kept\n\ntyped"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("kept\n\ntyped"), at: 1000 } });
  });

  test("keeps text typed after the draft of localStorage", async () => {
    const tab = openTab({ local: local("Whe", 5), records: { "draft-s1": record("When is", 6) } });
    tab.openUnread();
    tab.follow();
    tab.write("When was");
    await tab.settled();
    expect(tab.shown()).toEqual(draft("When was"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("When was"), at: 1000 } });
  });

  test("writes nothing if nothing is stored, and reads once", async () => {
    const tab = openTab();
    await tab.open();
    tab.write("typed");
    await tab.open();
    await tab.open("s2");
    await tab.later();
    expect([tab.shown("s1"), tab.shown("s2")]).toEqual([draft("typed"), draft("")]);
    expect(Object.keys(tab.inDatabase())).toEqual(["draft-s1"]);
  });

  test("shows the draft of localStorage if the database cannot be read, and overwrites nothing", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const tab = openTab({
      local: { "unfinished-input-s1": "Whe" },
      records: { "draft-s1": record("When", 6) },
      database: "unreadable",
    });
    await tab.open();
    await tab.later();
    expect(tab.shown()).toEqual(draft("Whe"));
    expect(tab.texts.writes).toEqual([]);
    warn.mockRestore();
  });
});

describe("before the stored draft is read", () => {
  const images = ["stored:b1"];
  const unmerged = (text: string, at: number, more: Partial<Draft> = {}) => ({
    "unfinished-input-s1": text,
    "unfinished-attachments-s1": JSON.stringify({ images: [], texts: [], ...more, at, isUnmerged: true }),
  });

  /** Opens a tab whose box is on screen and whose database has not answered. */
  function openSlowTab(given: Given) {
    const tab = openTab(given);
    const release = tab.holdReads();
    tab.openUnread();
    tab.follow();
    return { ...tab, release };
  }

  test("text typed in a new chat is in localStorage when the tab closes, and in the next tab", async () => {
    const tab = openSlowTab({});
    tab.write("typed");
    dispatchEvent(new Event("pagehide"));
    expect(tab.inStorage()).toEqual(unmerged("typed", 1000));
    const next = openTab({ local: tab.inStorage() });
    next.openUnread();
    expect(next.shown()).toEqual(draft("typed"));
    next.follow();
    await next.settled();
    expect(next.shown()).toEqual(draft("typed"));
    expect(next.inDatabase()).toEqual({ "draft-s1": { ...draft("typed"), at: 1000 } });
  });

  test("the record is not lost if the tab closes: the next tab merges it with what was typed and attached", async () => {
    const records = { "draft-s1": record("kept", 6, { images, texts: ["A log"] }) };
    const tab = openSlowTab({ records });
    tab.write("typed");
    tab.change("s1", () => ({ images: ["stored:b2"] }));
    dispatchEvent(new Event("pagehide"));
    expect([tab.inStorage(), tab.texts.writes]).toEqual([unmerged("typed", 1001, { images: ["stored:b2"] }), []]);
    const next = openTab({ local: tab.inStorage(), records });
    await next.open();
    await next.later();
    const merged = draft("kept\n\ntyped", { images: ["stored:b1", "stored:b2"], texts: ["A log"] });
    expect(next.shown()).toEqual(merged);
    expect(next.inDatabase()).toEqual({ "draft-s1": { ...merged, at: 1000 } });
    expect(next.inStorage()).toEqual({
      "unfinished-input-s1": "kept\n\ntyped",
      "unfinished-attachments-s1": '{"images":["stored:b1","stored:b2"],"texts":["A log"],"at":1000}',
    });
  });

  test("an empty box that closes does not replace the record", async () => {
    const records = { "draft-s1": record("kept", 6, { images }) };
    const tab = openSlowTab({ records });
    tab.write("t");
    tab.write("");
    dispatchEvent(new Event("pagehide"));
    const next = openTab({ local: tab.inStorage(), records });
    await next.open();
    expect(next.shown()).toEqual(draft("kept", { images }));
  });

  test("text typed in a second tab after the first one closed is merged with the record, too", async () => {
    const tab = openSlowTab({ local: unmerged("one", 7), records: { "draft-s1": record("kept", 6) } });
    tab.write("one two");
    tab.release();
    await tab.later();
    expect(tab.shown()).toEqual(draft("kept\n\none two"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("kept\n\none two"), at: 1000 } });
    expect(tab.inStorage()).toEqual(local("kept\n\none two", 1000));
  });

  test("text typed after a reload continues the text of before, which the record contains", async () => {
    const tab = openSlowTab({ local: unmerged("Hello", 7), records: { "draft-s1": record("Hello", 7) } });
    tab.write("Hello world");
    tab.release();
    await tab.settled();
    expect(tab.shown()).toEqual(draft("Hello world"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("Hello world"), at: 1000 } });
  });

  test("a database slower than localStorage leaves the merged draft in both", async () => {
    const tab = openSlowTab({ records: { "draft-s1": record("kept", 6) } });
    tab.write("typed");
    await tab.later();
    expect(tab.inStorage()).toEqual(unmerged("typed", 1000));
    tab.release();
    await tab.later();
    expect(tab.shown()).toEqual(draft("kept\n\ntyped"));
    expect(tab.inDatabase()).toEqual({ "draft-s1": { ...draft("kept\n\ntyped"), at: 1000 } });
    expect(tab.inStorage()).toEqual(local("kept\n\ntyped", 1000));
  });

  test("a record that cannot be read is not replaced; localStorage has what was typed", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    const tab = openTab({ records: { "draft-s1": record("kept", 6) }, database: "unreadable" });
    await tab.open();
    tab.write("typed");
    await tab.later();
    expect([tab.inStorage(), tab.texts.writes]).toEqual([unmerged("typed", 1000), []]);
    warn.mockRestore();
  });

  test.each(["readOnly", "missing"] as const)("localStorage has the text if the database is %s", async (database) => {
    const tab = openSlowTab({ database });
    tab.write("typed");
    dispatchEvent(new Event("pagehide"));
    expect(tab.inStorage()).toEqual(unmerged("typed", 1000));
  });
});

describe("a sent message", () => {
  test("stays the draft until it is stored in its chat", async () => {
    let finish = () => {};
    const tab = openTab({ flush: () => new Promise((resolve) => (finish = resolve)) });
    await tab.open();
    tab.write("When");
    await tab.later();
    tab.send();
    await tab.later();
    expect(tab.shown()).toEqual(draft(""));
    expect([tab.inDatabase(), tab.inStorage()]).toEqual([
      { "draft-s1": { ...draft("When"), at: 1000 } },
      local("When", 1000),
    ]);
    finish();
    await tab.settled();
    // The record stays: a killed browser may bring the old text back to localStorage.
    expect([tab.inDatabase(), tab.inStorage()]).toEqual([{ "draft-s1": { ...draft(""), at: 1400 } }, {}]);
  });

  test("is not in localStorage any more if the tab closes before it is stored, as its own tab stores it", async () => {
    const tab = openTab({ flush: () => new Promise(() => {}) });
    await tab.open();
    tab.write("When");
    await tab.later();
    tab.send();
    dispatchEvent(new Event("pagehide"));
    expect(tab.inStorage()).toEqual(local("", 1400));
    const next = openTab({ local: tab.inStorage(), records: Object.fromEntries(tab.texts.values) });
    await next.open();
    await next.settled();
    expect(next.shown()).toEqual(draft(""));
    expect([next.inDatabase(), next.inStorage()]).toEqual([{ "draft-s1": { ...draft(""), at: 1400 } }, {}]);
  });
});
