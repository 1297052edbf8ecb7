import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { pagesOf } from "@/lib/documents/document-pages";
import { createPassageIndex, type PassageIndex } from "@/lib/documents/passage-index";

function indexOf(texts: Readonly<Record<string, string>>): PassageIndex {
  const index = createPassageIndex();
  for (const [name, text] of Object.entries(texts)) index.add(name, `${name}.txt`, text);
  return index;
}

/** The documents and labels of the passages that are found, best first. */
const found = (index: PassageIndex, query: string, limit = 5, documents?: readonly string[]) =>
  index.search(query, { limit, documents }).map(({ documentId, label }) => `${documentId} ${label}`);

const pages = (...texts: readonly string[]) => texts.map((text, page) => `## Page ${page + 1}\n\n${text}`).join("\n\n");

test("the page that answers a question comes first, with its place", () => {
  const text = pages("The harbour is old.", "High water in Brest was late.", "Ships may enter at noon.");
  const [hit] = indexOf({ tides: text }).search("When was high water?", { limit: 1 });
  expect(hit).toEqual({
    documentId: "tides",
    label: "2",
    kind: "page",
    start: text.indexOf("## Page 2"),
    end: text.indexOf("## Page 3"),
    score: expect.any(Number),
  });
});

test.each([
  ["other endings", "dogs and tides", "A dog slept.", "The tide was low.", ["d 1", "d 2"]],
  ["compounds that contain a word", "Welche Pumpe?", "Das Öl fehlt.", "Die Wasserpumpe läuft.", ["d 2"]],
  ["parts of a compound", "Hochwasserstand", "Das Hochwasser kam.", "Es regnet.", ["d 1"]],
  ["accents", "cafe Zurich", "Ein Café in Zürich", "Ein Park in Bern", ["d 1"]],
  ["Arabic articles", "مد", "وصل المد اليوم", "وصلت السفينة", ["d 1"]],
  ["Chinese without spaces", "涨潮时间", "今天的涨潮很晚", "船已经进港", ["d 1"]],
  ["a single Chinese character", "土是什么样的", "红色土壤", "山上有雾", ["d 1"]],
  ["Japanese without spaces", "満潮はいつですか", "満潮は三時です", "船が入ります", ["d 1"]],
  ["Korean with particles", "자전거를 빌리다", "자전거가 있습니다", "배가 왔다", ["d 1"]],
  ["Thai without spaces", "น้ำขึ้น", "วันนี้น้ำขึ้นช้า", "เรือมาแล้ว", ["d 1"]],
  ["rare characters", "𠮷野", "𠮷野さん", "佐藤さん", ["d 1"]],
  ["numbers exactly", "2019", "In 20195 items", "In 2019", ["d 2"]],
])("finds %s", (_, query, first, second, expected) => {
  const index = indexOf({ d: pages(first, second) });
  expect(
    found(index, query)
      .filter((_, place) => place < expected.length)
      .sort(),
  ).toEqual(expected);
});

test("names of documents and headings count", () => {
  const index = indexOf({ brest: "# Opening\n\nAt nine.", calais: "# Opening\n\nAt ten." });
  expect(found(index, "opening in Calais")[0]).toBe("calais Opening");
  const long = `# Deposit\n\n${"Money is returned. ".repeat(150)}`;
  const hits = indexOf({ lease: long }).search("deposit", { limit: 5 });
  expect(hits.map(({ label }) => label)).toEqual(["Deposit", "Deposit", "Deposit"]);
});

test.each([
  ["another word for the same matter", "What does it cost?", "The fee is 9 euros.", "The park is old.", ["d 1"]],
  ["other forms of such a word", "Darf ich kündigen?", "Das Haus ist alt.", "Die Austritte sind am Ende.", ["d 2"]],
  ["dates of a question for a time", "When is it?", "Come by boat.", "On 3 January.", ["d 2"]],
  ["Chinese words for the same matter", "多少钱", "山上有雾", "售价九元", ["d 2"]],
])("finds %s", (_, query, first, second, expected) => {
  expect(found(indexOf({ d: pages(first, second) }), query)).toEqual(expected);
});

test("passages in the language of the question come first, also if others contain a part of a word", () => {
  const texts = { english: "The money was divided, and it is in the bank.", french: "Il y a un vide dans la banque." };
  expect(found(indexOf(texts), "J'ai peur du vide, que faire ?")).toEqual(["french ", "english "]);
});

test("a passage is found by its position", () => {
  const text = pages("The harbour is old.", "High water was late.");
  const index = indexOf({ first: "tide", tides: text });
  const start = text.indexOf("## Page 2");
  const expected = { documentId: "tides", label: "2", kind: "page", start, end: text.length, score: 0 };
  expect(index.passageAt("tides", 1)).toEqual(expected);
  expect([index.passageAt("tides", 2), index.passageAt("tides", -1), index.passageAt("none", 0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("only chosen documents are searched, and at most the limit is returned", () => {
  const index = indexOf({ a: "tide one", b: "tide two", c: "tide three" });
  expect(found(index, "tide", 5, ["b", "unknown"])).toEqual(["b "]);
  expect(found(index, "tide", 2)).toHaveLength(2);
  expect(found(index, "tide", 0)).toEqual([]);
  expect(found(index, "")).toEqual([]);
  expect(found(index, "?!")).toEqual([]);
  expect(found(createPassageIndex(), "tide")).toEqual([]);
});

test("documents are replaced and removed", () => {
  const index = indexOf({ a: "tide", b: "tide" });
  index.add("a", "a.txt", "storm");
  index.remove("unknown");
  expect(found(index, "tide")).toEqual(["b "]);
  expect(found(index, "storm")).toEqual(["a "]);
  index.remove("b");
  expect(found(index, "tide")).toEqual([]);
  expect([index.pageCount("a"), index.pageCount("b")]).toEqual([1, 0]);
});

test("an index whose documents were replaced often finds what a new one finds, in the same memory", () => {
  const text = (number: number) => pages(...Array.from({ length: 20 }, (_, page) => `word${number} page${page} tide`));
  const index = createPassageIndex();
  for (let round = 0; round < 30; round++) {
    for (let number = 0; number < 10; number++) index.add(`d${number}`, "x", text(number));
  }
  const fresh = createPassageIndex();
  for (let number = 0; number < 10; number++) fresh.add(`d${number}`, "x", text(number));
  const hits = index.search("word7 page3", { limit: 1 });
  expect(hits).toEqual(fresh.search("word7 page3", { limit: 1 }));
  expect(hits.map(({ documentId, label }) => [documentId, label])).toEqual([["d7", "4"]]);
  expect(index.bytes()).toBeLessThan(10 * fresh.bytes());
});

test("hits are places of the text that contain a word of the query", () => {
  const word = fc.constantFrom("tide", "storm", "潮位", "прилив", "المد", "🌊", "\n\n", "## Page 2\n", "# a\n");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 400 }), word, (words, query) => {
      const text = words.join(" ");
      const hits = indexOf({ d: text }).search(query, { limit: 1000 });
      const isWord = /\p{L}/u.test(query) && !query.includes("#");
      for (const { start, end, score } of isWord ? hits : []) {
        expect(text.slice(start, end)).toContain(query.replace("ال", ""));
        expect(score).toBeGreaterThan(0);
      }
      if (isWord && words.includes(query)) expect(hits.length).toBeGreaterThan(0);
    }),
  );
});

test.each([
  ["a million characters without a space", "a".repeat(1_000_000)],
  ["100,000 headings", "# h\n".repeat(100_000)],
  ["different words", Array.from({ length: 150_000 }, (_, word) => `w${word}`).join(" ")],
  ["Chinese", "潮位は高い".repeat(200_000)],
  ["lone surrogates", "\ud83c".repeat(500_000)],
  ["combining marks", "\u0301".repeat(500_000)],
])("%s: linear time", (_, text) => {
  const start = performance.now();
  const index = indexOf({ d: text });
  index.search(text, { limit: 10 });
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(index.bytes()).toBeLessThan(40_000_000);
});

const fixtures = "test/fixtures";

type Question = readonly [name: string, page: string, question: string];

function questionsOf(file: string): Question[] {
  const lines = readFileSync(`${fixtures}/${file}`, "utf8").trim().split("\n");
  return lines.map((line) => line.split("\t") as unknown as Question);
}

function textsOf(folders: readonly string[]): Map<string, string> {
  const files = folders.flatMap((folder) => readdirSync(`${fixtures}/${folder}`).map((name) => ({ folder, name })));
  const texts = files.filter(({ name }) => !name.endsWith(".tsv"));
  return new Map(texts.map(({ folder, name }) => [name, readFileSync(`${fixtures}/${folder}/${name}`, "utf8")]));
}

/** The part of the questions whose page is among the first hits; with `isKnown`, only their document is searched. */
function recall(folders: readonly string[], asked: readonly Question[], limit: number, isKnown = false): number {
  const texts = textsOf(folders);
  const index = indexOf(Object.fromEntries(texts));
  const answered = asked.filter(([name, page, question]) => {
    const answer = pagesOf(texts.get(name) ?? "")[Number(page) - 1];
    if (!answer) throw new Error(`No such page: ${name} ${page}`);
    const hits = index.search(question, { limit, documents: isKnown ? [name] : undefined });
    return hits.some((hit) => hit.documentId === name && hit.start < answer.end && hit.end > answer.start);
  });
  return answered.length / asked.length;
}

test("the answers of questions in other words, in many languages, are among the first five passages", () => {
  const questions = questionsOf("passages/questions.tsv");
  expect(questions).toHaveLength(163);
  expect(recall(["passages"], questions, 5)).toBeGreaterThanOrEqual(0.9);
  expect(recall(["passages"], questions, 5, true)).toBeGreaterThanOrEqual(0.96);
  expect(recall(["passages"], questions, 1)).toBeGreaterThanOrEqual(0.73);
});

test("the same holds for questions by which no weight was chosen, also among all documents", () => {
  const questions = questionsOf("passages-held-out/questions.tsv");
  expect(questions).toHaveLength(40);
  expect(recall(["passages-held-out"], questions, 5)).toBe(1);
  expect(recall(["passages", "passages-held-out"], questions, 5)).toBeGreaterThanOrEqual(0.97);
  const all = [...questionsOf("passages/questions.tsv"), ...questions];
  expect(recall(["passages", "passages-held-out"], all, 5)).toBeGreaterThanOrEqual(0.9);
});

test("names and numbers find a document in another language than the question", () => {
  const questions = questionsOf("passages-held-out/other-language.tsv");
  expect(questions).toHaveLength(11);
  expect(recall(["passages", "passages-held-out"], questions, 5)).toBeGreaterThanOrEqual(0.9);
});
