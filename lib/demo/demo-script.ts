import type { DemoTexts } from "@/lib/demo/demo-texts";
import { exampleOf } from "@/lib/demo/example-input";
import { quote } from "@/lib/demo/quote";
import { arabicTexts } from "@/lib/demo/texts/arabic";
import { chineseTexts } from "@/lib/demo/texts/chinese";
import { englishTexts } from "@/lib/demo/texts/english";

/** A tool that the request offers; `parameters` is its JSON schema. */
interface DemoTool {
  readonly name: string;
  readonly parameters: unknown;
}

/** What the script needs to know of a request. */
export interface DemoTurn {
  /** The person's last message. */
  readonly text: string;
  readonly tools: readonly DemoTool[];
  /** The result of a tool, when that is the last message. */
  readonly toolResult?: string;
}

export interface DemoPart {
  readonly kind: "reasoning" | "text";
  readonly text: string;
}

/** What the demonstration does: it says parts in order, then may call a tool; or it fails, with a plain sentence. */
export type DemoReply =
  | { readonly kind: "parts"; readonly parts: readonly DemoPart[]; readonly call?: DemoCall }
  | { readonly kind: "error"; readonly message: string };

/** A call of one of the offered tools; the input is JSON text. */
export interface DemoCall {
  readonly name: string;
  readonly argumentsText: string;
}

/** The words that ask for each kind of reply; the first row that matches wins. */
const keywords = [
  ["tool", /\btools?\b|工具|أداة|اداة|أدوات|ادوات/i],
  ["error", /\berrors?\b|错误|錯誤|خطأ|خطا/i],
  ["thinking", /\b(think(ing)?|reason(ing)?)\b|思考|推理|تفكير|فكّ?ر/i],
  ["table", /\btables?\b|表格|جدول|جداول/i],
  ["code", /\bcode\b|代码|代碼|程式碼|كود|شيفرة/i],
  ["math", /\bmath(s|ematics)?\b|数学|數學|公式|رياضيات|معادلة|معادلات/i],
  ["diagram", /\bdiagrams?\b|图表|圖表|流程图|流程圖|مخطط/i],
  ["long", /\blong\b|长文|長文|长篇|長篇|طويل/i],
] as const satisfies readonly (readonly [string, RegExp])[];

/** Answers the scripted reply to a turn, in the language of the person's letters. */
export function demoReply({ text, tools, toolResult }: DemoTurn): DemoReply {
  const texts = textsFor(text);
  if (toolResult !== undefined) return says({ kind: "text", text: texts.afterTool(quote(toolResult)) });
  const [topic] = keywords.find(([, words]) => words.test(text)) ?? ["greeting"];
  switch (topic) {
    case "tool":
      return callOf(text, tools, texts);
    case "error":
      return { kind: "error", message: texts.error };
    case "thinking":
      return says({ kind: "reasoning", text: texts.thinking.reasoning }, { kind: "text", text: texts.thinking.answer });
    case "greeting":
      return says({ kind: "text", text: texts.greeting(quote(text)) });
    case "table":
    case "code":
    case "math":
    case "diagram":
    case "long":
      return says({ kind: "text", text: texts[topic] });
  }
}

function says(...parts: DemoPart[]): DemoReply {
  return { kind: "parts", parts };
}

/** Calls the tool that the person names, else the first. */
function callOf(text: string, tools: readonly DemoTool[], texts: DemoTexts): DemoReply {
  const tool = tools.find(({ name }) => text.includes(name)) ?? tools[0];
  if (tool === undefined) return says({ kind: "text", text: texts.noTools });
  return {
    kind: "parts",
    parts: [{ kind: "text", text: texts.beforeTool }],
    call: { name: tool.name, argumentsText: JSON.stringify(exampleOf(tool.parameters)) },
  };
}

function textsFor(text: string): DemoTexts {
  if (/\p{Script=Arabic}/u.test(text)) return arabicTexts;
  // Japanese is written with Chinese characters as well, and has letters of its own beside them.
  const isChinese = /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return isChinese ? chineseTexts : englishTexts;
}
