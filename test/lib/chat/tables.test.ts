import { tablesIn } from "@/lib/chat/tables";

const tides = "| port | delay |\n| --- | ---: |\n| Brest | 3 |\n| A \\| B | 4 |";
const narrow = "a | b\n-|-\n1 | 2";

test.each([
  ["none where there is none", "Text with a | bar.\n\n---", []],
  ["one with the text around it left out", `Before.\n\n${tides}\n\nAfter.`, [tides]],
  ["several, in order, with and without bars at their ends", `${tides}\n\nThen\n\n${narrow}`, [tides, narrow]],
  ["one that has a head alone", "| a |\n| - |", ["| a |\n| - |"]],
  ["none in fenced code, and those behind it", `\`\`\`md\n${tides}\n\n\`\`\`\n\n${narrow}`, [narrow]],
  ["one that another block ends", `${narrow}\n## Then`, [narrow]],
  ["none in code that shows a fence", `\`\`\`md\n\`\`\`js\n${tides}\n\`\`\``, []],
  ["none in code whose fence is never closed", `~~~~\n~~~\n${tides}`, []],
  ["none where the dashes are of another number", "| a | b |\n| - |\n", []],
  ["none where a bar is escaped away", "a \\| b\n- | -", []],
])("a text has %s", (_name, text, tables) => {
  expect(tablesIn(text)).toEqual(tables);
});

test("a text of a hundred thousand bars, dashes and blanks is read through", () => {
  for (const part of ["|", "-", " ", "| - \n", "a|b\n"]) expect(tablesIn(part.repeat(100_000)).length).toBeLessThan(2);
});
