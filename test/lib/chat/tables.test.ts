import { tablesIn } from "@/lib/chat/tables";

const tides = "| port | delay |\n| --- | ---: |\n| Brest | 3 |\n| A \\| B | 4 |";
const narrow = "a | b\n-|-\n1 | 2";

test.each([
  ["no table", "Text with a | bar.\n\n---", []],
  ["one table without the text around it", `Before.\n\n${tides}\n\nAfter.`, [tides]],
  ["several, in order, with and without bars at their ends", `${tides}\n\nThen\n\n${narrow}`, [tides, narrow]],
  ["one that has a head alone", "| a |\n| - |", ["| a |\n| - |"]],
  ["no tables of fenced code, but those after it", `\`\`\`md\n${tides}\n\n\`\`\`\n\n${narrow}`, [narrow]],
  ["one that another block ends", `${narrow}\n## Then`, [narrow]],
  ["none in code that shows a fence", `\`\`\`md\n\`\`\`js\n${tides}\n\`\`\``, []],
  ["none in code whose fence is never closed", `~~~~\n~~~\n${tides}`, []],
  ["no table if the number of dashes differs", "| a | b |\n| - |\n", []],
  ["no table if a bar is escaped", "a \\| b\n- | -", []],
])("a text has %s", (_name, text, tables) => {
  expect(tablesIn(text)).toEqual(tables);
});

test("scans a text of a hundred thousand bars, dashes and spaces quickly", () => {
  for (const part of ["|", "-", " ", "| - \n", "a|b\n"]) expect(tablesIn(part.repeat(100_000)).length).toBeLessThan(2);
});
