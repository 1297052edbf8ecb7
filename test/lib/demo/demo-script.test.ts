import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { type DemoReply, demoReply } from "@/lib/demo/demo-script";
import { arabicTexts } from "@/lib/demo/texts/arabic";
import { chineseTexts } from "@/lib/demo/texts/chinese";
import { englishTexts } from "@/lib/demo/texts/english";

const languages = [
  ["English", englishTexts],
  ["Chinese", chineseTexts],
  ["Arabic", arabicTexts],
] as const;

function says(text: string): DemoReply {
  return { kind: "parts", parts: [{ kind: "text", text }] };
}

function ask(text: string): DemoReply {
  return demoReply({ text, tools: [] });
}

test.each([
  ["hello", says(englishTexts.greeting("`hello`"))],
  ["", says(englishTexts.greeting(""))],
  [
    "a vegetable, comfortable and unreasonable, along the codec",
    says(englishTexts.greeting("`a vegetable, comfortable and unreasonable, along the codec`")),
  ],
  ["Show me a Table, please", says(englishTexts.table)],
  ["code", says(englishTexts.code)],
  ["some maths", says(englishTexts.math)],
  ["diagram", says(englishTexts.diagram)],
  ["long", says(englishTexts.long)],
  ["error!", { kind: "error", message: englishTexts.error }],
  ["tool", says(englishTexts.noTools)],
  ["a tool for tables", says(englishTexts.noTools)],
  ["你好", says(chineseTexts.greeting("`你好`"))],
  ["给我一个表格", says(chineseTexts.table)],
  ["写一段代码", says(chineseTexts.code)],
  ["数学", says(chineseTexts.math)],
  ["请画图表", says(chineseTexts.diagram)],
  ["长文", says(chineseTexts.long)],
  ["一个错误", { kind: "error", message: chineseTexts.error }],
  ["用一下工具", says(chineseTexts.noTools)],
  ["画一个 table", says(chineseTexts.table)],
  ["こんにちは、世界", says(englishTexts.greeting("`こんにちは、世界`"))],
  ["表を見せて", says(englishTexts.table)],
  ["긴 글을 써 줘", says(englishTexts.long)],
  ["Vẽ một sơ đồ", says(englishTexts.diagram)],
  ["Tunjukkan tabel", says(englishTexts.table)],
  ["Un schéma, puis du texte", says(englishTexts.diagram)],
  ["Dibuja un diagrama", says(englishTexts.diagram)],
  ["Scrivi una storia lunga", says(englishTexts.long)],
  ["Escreva um texto longo", says(englishTexts.long)],
  ["Vis mig en tabel", says(englishTexts.table)],
  ["Vis meg litt kode", says(englishTexts.code)],
  ["Rechne mit einer Formel", says(englishTexts.math)],
  ["Напиши длинный текст", says(englishTexts.long)],
  ["Ukaž mi tabulku", says(englishTexts.table)],
  ["Ukáž mi tabuľku", says(englishTexts.table)],
  ["Bir diyagram çiz", says(englishTexts.diagram)],
  ["কিছু কোড দেখান", says(englishTexts.code)],
  ["مرحبا", says(arabicTexts.greeting("`مرحبا`"))],
  ["أرني جدولًا", says(arabicTexts.table)],
  ["اكتب الكود", says(arabicTexts.code)],
  ["الرياضيات", says(arabicTexts.math)],
  ["مخطط", says(arabicTexts.diagram)],
  ["نص طويل", says(arabicTexts.long)],
  ["خطأ", { kind: "error", message: arabicTexts.error }],
  ["استخدم أداة", says(arabicTexts.noTools)],
])("%j", (text, reply) => {
  expect(ask(text)).toEqual(reply);
});

test.each([
  ["think about it", englishTexts],
  ["请思考", chineseTexts],
  ["تفكير", arabicTexts],
])("%j reasons first and then answers", (text, texts) => {
  expect(ask(text)).toEqual({
    kind: "parts",
    parts: [
      { kind: "reasoning", text: texts.thinking.reasoning },
      { kind: "text", text: texts.thinking.answer },
    ],
  });
});

const weather = { name: "get_weather", parameters: { required: ["place"], properties: { place: { type: "string" } } } };
const clock = { name: "get_time", parameters: {} };

test("calls the named tool of a chat, or else its first one", () => {
  const call = (name: string, argumentsText: string) => ({
    kind: "parts",
    parts: [{ kind: "text", text: englishTexts.beforeTool }],
    call: { name, argumentsText },
  });
  expect(demoReply({ text: "use a tool", tools: [weather, clock] })).toEqual(
    call("get_weather", '{"place":"example"}'),
  );
  expect(demoReply({ text: "the tool get_time", tools: [weather, clock] })).toEqual(call("get_time", "{}"));
});

test("answers a tool's result in the language of the question, with a truncated quotation", () => {
  const turn = { tools: [weather], toolResult: `{"sky":"clear","note":"${"x".repeat(100)}"}` };
  expect(demoReply({ text: "use a tool", ...turn })).toEqual(
    says(englishTexts.afterTool(`\`{"sky":"clear","note":"${"x".repeat(57)}…\``)),
  );
  expect(demoReply({ text: "工具", ...turn, toolResult: "" })).toEqual(says(chineseTexts.afterTool("")));
});

function nodeTypes(markdown: string): Record<string, number> {
  const types: Record<string, number> = {};
  const visit = (node: { type: string; lang?: string | null; children?: object[] }) => {
    const name = node.type === "code" ? `code ${node.lang}` : node.type;
    types[name] = (types[name] ?? 0) + 1;
    for (const child of node.children ?? []) visit(child as { type: string });
  };
  visit(
    fromMarkdown(markdown, {
      extensions: [gfm(), math()],
      mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
    }),
  );
  return types;
}

describe.each(languages)("in %s", (_, texts) => {
  test("the table is a table of five rows and four columns", () => {
    expect(nodeTypes(texts.table)).toMatchObject({ table: 1, tableRow: 5, tableCell: 20 });
  });

  test("the code is in two languages", () => {
    expect(nodeTypes(texts.code)).toMatchObject({ "code python": 1, "code typescript": 1 });
  });

  test("the formulas are three blocks and some in the line", () => {
    expect(nodeTypes(texts.math)).toMatchObject({ math: 3, inlineMath: 5 });
  });

  test("the diagram is a mermaid block", () => {
    expect(nodeTypes(texts.diagram)).toMatchObject({ "code mermaid": 1 });
  });

  test("the greeting lists every keyword, and each one is recognized", () => {
    const keywords = [...texts.greeting("").matchAll(/^- \*\*(.+)\*\*/gm)].map(([, keyword = ""]) => keyword);
    const replies = keywords.map((keyword) => JSON.stringify(ask(keyword)));
    expect(new Set(replies).size).toBe(7);
    expect(replies.some((reply) => reply.includes(texts.greeting("").slice(0, 10)))).toBe(false);
  });

  test("the greeting quotes the user once, and works without a quotation", () => {
    expect(nodeTypes(texts.greeting("`hello`"))).toMatchObject({ inlineCode: 1, list: 1, listItem: 7 });
    expect(nodeTypes(texts.greeting(""))).toMatchObject({ list: 1, listItem: 7 });
    expect(texts.greeting("")).not.toContain("\n\n\n");
  });

  test("the long text has headings and both kinds of lists, and about 1,500 words", () => {
    expect(nodeTypes(texts.long)).toMatchObject({ heading: 10, list: 7, listItem: 22 });
    const words = texts.long.match(/\p{Script=Han}{1,2}|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’,.:-]*/gu) ?? [];
    // Arabic writes articles and many small words as part of the next one.
    expect(words.length).toBeGreaterThan(1100);
    expect(words.length).toBeLessThan(1900);
  });
});
