import fc from "fast-check";
import { createPostingLists } from "@/lib/documents/posting-lists";
import { createWordTable } from "@/lib/documents/word-table";

type Entry = readonly [passage: number, count: number];

const entries = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 63 })), { maxLength: 1500 });

test("posting lists return what was added, also with other numbers", () => {
  fc.assert(
    fc.property(entries, (added) => {
      const lists = createPostingLists();
      const expected: Entry[][] = Array.from({ length: 6 }, () => []);
      for (const [passage, [word, count]] of added.entries()) {
        lists.add(word, passage, count);
        expected[word]?.push([passage, count]);
      }
      const read = (from: typeof lists) =>
        expected.map((_, word) => {
          const seen: Entry[] = [];
          from.each(word, (passage, count) => seen.push([passage, count]));
          return seen;
        });
      expect(read(lists)).toEqual(expected);
      const odd = lists.renumbered(6, (passage) => (passage % 2 === 1 ? (passage - 1) / 2 : -1));
      expect(read(odd)).toEqual(
        expected.map((list) => list.filter(([passage]) => passage % 2 === 1).map(([p, c]) => [(p - 1) / 2, c])),
      );
    }),
    { numRuns: 30 },
  );
});

test("a count above the limit of an entry is cut", () => {
  const lists = createPostingLists();
  lists.add(2000, 2 ** 26 - 1, 900);
  const seen: Entry[] = [];
  lists.each(2000, (passage, count) => seen.push([passage, count]));
  expect(seen).toEqual([[2 ** 26 - 1, 63]]);
});

test("a word table numbers words and finds parts of them", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "潮"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), fc.array(word, { maxLength: 5 }), (words, parts) => {
      const table = createWordTable();
      const numbers = words.map((each) => table.add(`(${each})`, 1, each.length + 1));
      const different = [...new Set(words)];
      expect(table.count()).toBe(different.length);
      expect(numbers.map(table.word)).toEqual(words);
      for (const each of [...words, ...parts]) {
        expect(table.find(each, 0, each.length)).toBe(different.indexOf(each));
        const found: (readonly [number, number])[] = [];
        table.findPart(each, (number, offset) => found.push([number, offset]));
        expect(found).toEqual(
          different.flatMap((other, number) => (other.includes(each) ? [[number, other.indexOf(each)]] : [])),
        );
      }
    }),
    { numRuns: 50 },
  );
});
