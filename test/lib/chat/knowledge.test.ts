import {
  addKnowledge,
  asChatDocument,
  blobIdsOfKnowledge,
  type KnownDocument,
  knowledgeId,
  knowledgeLimits,
  knowledgeReference,
  readKnowledge,
  writeKnowledge,
} from "@/lib/chat/knowledge";

const document = (letter: string, tokens = 5): KnownDocument => ({
  id: letter.repeat(64),
  name: `${letter}.pdf`,
  pages: 2,
  tokens,
  chars: 10,
});

test("a list returns as it was written, and its reference names it", () => {
  const documents = [document("a"), document("b")];
  expect(readKnowledge(writeKnowledge(documents))).toEqual(documents);
  expect(knowledgeId(knowledgeReference("a".repeat(64)))).toBe("a".repeat(64));
  expect([undefined, "", "stored:x", "a".repeat(64)].map(knowledgeId)).toEqual([...Array(4)].map(() => undefined));
});

test("a list names the originals of its documents", () => {
  const file = "f".repeat(64);
  const list = writeKnowledge([{ ...document("a"), file }, document("b")]);
  expect(readKnowledge(list)).toEqual([{ ...document("a"), file }, document("b")]);
  expect(blobIdsOfKnowledge(list)).toEqual(["a".repeat(64), file, "b".repeat(64)]);
  expect(readKnowledge(JSON.stringify([{ ...document("a"), file: "../x" }]))).toEqual([document("a")]);
  expect(asChatDocument({ ...document("a"), file })).toEqual({
    name: "a.pdf",
    document: { id: "a".repeat(64), pages: 2, tokens: 5, sent: "passages", file },
  });
});

test.each([
  ["not JSON", "["],
  ["not a list", "{}"],
  ["not an id", JSON.stringify([{ ...document("a"), id: "../x" }])],
  ["no name", JSON.stringify([{ ...document("a"), name: 1 }])],
  ["negative", JSON.stringify([{ ...document("a"), tokens: -1 }])],
  ["not a count", JSON.stringify([{ ...document("a"), pages: 1.5 }, null])],
])("drops entries of a stored list: %s", (_reason, text) => {
  expect(readKnowledge(text)).toEqual([]);
});

test("the same text is in a list once, under its newest name", () => {
  const renamed = { ...document("a"), name: "new.pdf" };
  expect(addKnowledge([document("a")], [renamed, document("b")])).toEqual({
    documents: [renamed, document("b")],
    rejected: [],
  });
});

test("a list takes documents up to its limits, and names the others", () => {
  const large = document("a", knowledgeLimits.tokens - 5);
  expect(addKnowledge([large], [document("b", 6), document("c", 5)])).toEqual({
    documents: [large, document("c", 5)],
    rejected: ["b.pdf"],
  });
  const many = Array.from({ length: knowledgeLimits.documents + 1 }, (_, number) => ({
    ...document("a", 0),
    id: number.toString(16).padStart(64, "0"),
  }));
  expect(addKnowledge([], many)).toEqual({ documents: many.slice(0, -1), rejected: ["a.pdf"] });
});
