import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { openDB } from "idb";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { type Database, openDatabase } from "@/lib/storage/database";
import type { Changes } from "@/lib/storage/database-records";
import type { Growth } from "@/lib/storage/growth";
import { sampleRecord } from "@/test/support/chat-samples";

let database: Database;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

const nobody = async () => false;

function row(content: MessageRecord["content"], given: Partial<MessageRecord> = {}): MessageRecord {
  return sampleRecord({ id: "m1", sessionId: "s1", seq: 1, role: "assistant", content, ...given });
}

function piece(number: number, text: string, given: Partial<Growth> = {}): Growth {
  return { messageId: "m1", sessionId: "s1", number, text, reasoning: "", fields: {}, ...given };
}

/** Stores rows and pieces past all checks, in the place of everything that is stored. */
async function plant(messages: readonly unknown[], pieces: readonly Growth[]): Promise<void> {
  const raw = await openDB("parley");
  const transaction = raw.transaction(["messages", "growth"], "readwrite");
  await Promise.all([
    transaction.objectStore("messages").clear(),
    transaction.objectStore("growth").clear(),
    ...messages.map((message) => transaction.objectStore("messages").put(message)),
    ...pieces.map((each) => transaction.objectStore("growth").put(each)),
    transaction.done,
  ]);
  raw.close();
}

async function stored() {
  const raw = await openDB("parley");
  const [messages, growth] = await Promise.all([raw.getAll("messages"), raw.getAll("growth")]);
  raw.close();
  return { messages, growth };
}

const growing = row("Low", { streaming: true });
const stopped = (content: string, given: Partial<MessageRecord> = {}) => row(content, { stopped: true, ...given });

test.each<[string, readonly unknown[], readonly Growth[], readonly unknown[], readonly Growth[]]>([
  [
    "a reply of a killed tab is stored whole, as a stopped one",
    [growing],
    [piece(1, " ti", { reasoning: "Hm" }), piece(2, "de", { fields: { usage: { totalTokens: 3 } } })],
    [stopped("Low tide", { reasoning: "Hm", usage: { totalTokens: 3 } })],
    [],
  ],
  ["pieces without a message are deleted", [], [piece(1, " tide")], [], []],
  ["pieces that a finished message contains are deleted", [row("Low tide")], [piece(1, " ti")], [row("Low tide")], []],
  ["pieces that a finished message lacks are joined", [row("Low")], [piece(1, " tide")], [row("Low tide")], []],
  [
    "pieces behind a gap stay, unless the text is there",
    [growing],
    [piece(1, " tide"), piece(3, " noon")],
    [stopped("Low tide")],
    [piece(3, " noon")],
  ],
  [
    "pieces behind a gap go if the text is there",
    [growing],
    [piece(1, " tide"), piece(3, "tide")],
    [stopped("Low tide")],
    [],
  ],
  ["pieces behind a gap alone stay", [growing], [piece(2, " noon")], [stopped("Low")], [piece(2, " noon")]],
  [
    "content in parts is left alone",
    [row([{ type: "text", text: "Low" }], { streaming: true })],
    [piece(1, " tide")],
    [row([{ type: "text", text: "Low" }], { streaming: true })],
    [piece(1, " tide")],
  ],
  [
    "a row that cannot be read is left alone",
    [{ ...growing, role: "narrator" }],
    [piece(1, " tide")],
    [{ ...growing, role: "narrator" }],
    [piece(1, " tide")],
  ],
])("%s", async (_case, messages, pieces, expectedMessages, expectedGrowth) => {
  await plant(messages, pieces);
  await database.settleGrowth(nobody);
  expect(await stored()).toEqual({ messages: expectedMessages, growth: expectedGrowth });
});

test("leaves a reply that a tab is writing unchanged, and settles the others", async () => {
  const other = { ...growing, id: "m2" };
  await plant([growing, other], [piece(1, " tide"), piece(1, " sun", { messageId: "m2" })]);
  await database.settleGrowth(async (id) => id === "m1");
  expect(await stored()).toEqual({
    messages: [growing, { ...stopped("Low sun"), id: "m2" }],
    growth: [piece(1, " tide")],
  });
});

test.each<[string, Partial<Changes>, { messages: readonly unknown[]; growth: readonly Growth[] }]>([
  [
    "grows",
    { growMessages: [piece(2, " at noon")] },
    { messages: [growing], growth: [piece(1, " tide"), piece(2, " at noon")] },
  ],
  ["is finished", { putMessages: [row("Low tide!")] }, { messages: [row("Low tide!")], growth: [] }],
  ["is removed", { deleteMessages: ["m1"] }, { messages: [], growth: [] }],
])("does not touch a reply that %s while the tabs are asked", async (_what, changes, expected) => {
  await plant([growing], [piece(1, " tide")]);
  await database.settleGrowth(async () => {
    await database.write({ patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [], ...changes });
    return false;
  });
  expect(await stored()).toEqual(expected);
});

test("asks no tab if there are no streaming replies", async () => {
  await plant([growing], []);
  const asked: string[] = [];
  await database.settleGrowth(async (id) => asked.push(id) > 0);
  expect(asked).toEqual([]);
});

test("loses no text and changes nothing that is read, whatever rows and pieces there are", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 4 });
  const pieces = fc.uniqueArray(fc.record({ number: fc.integer({ min: 1, max: 5 }), text, reasoning: text }), {
    selector: ({ number }) => number,
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.option(text, { nil: undefined }),
      fc.boolean(),
      pieces,
      async (content, reasoning, isGrowing, grown) => {
        const planted = grown.map(({ number, ...given }) => piece(number, given.text, given));
        await plant(
          [
            row(content, {
              ...(isGrowing ? { streaming: true } : {}),
              ...(reasoning === undefined ? {} : { reasoning }),
            }),
          ],
          planted,
        );
        const [before] = (await database.readMessages("s1")).records;
        await database.settleGrowth(nobody);
        const [after] = (await database.readMessages("s1")).records;
        expect([after?.content, after?.reasoning, after?.streaming, after?.stopped]).toEqual([
          before?.content,
          before?.reasoning,
          undefined,
          isGrowing ? true : undefined,
        ]);
        const left = await stored();
        for (const each of planted) {
          const isStored = left.growth.some(({ number }) => number === each.number);
          const isContained =
            `${after?.content}`.includes(each.text) && `${after?.reasoning ?? ""}`.includes(each.reasoning);
          expect(isStored || isContained).toBe(true);
        }
        await database.settleGrowth(nobody);
        expect((await database.readMessages("s1")).records).toEqual([after]);
      },
    ),
  );
});
