import type { DemoTexts } from "@/lib/demo/demo-texts";
import { exampleOf } from "@/lib/demo/example-input";
import { topicOf } from "@/lib/demo/keywords";
import { quote } from "@/lib/demo/quote";
import { arabicTexts } from "@/lib/demo/texts/arabic";
import { chineseTexts } from "@/lib/demo/texts/chinese";
import { englishTexts } from "@/lib/demo/texts/english";

/** A tool of the request; `parameters` is its JSON Schema. */
interface DemoTool {
  readonly name: string;
  readonly parameters: unknown;
}

/** The script's input for a request. */
export interface DemoTurn {
  /** The user's last message. */
  readonly text: string;
  readonly tools: readonly DemoTool[];
  /** The result of a tool, if that is the last message. */
  readonly toolResult?: string;
}

export interface DemoPart {
  readonly kind: "reasoning" | "text";
  readonly text: string;
}

/** A scripted reply: parts in order and possibly a tool call, or an error with a plain sentence. */
export type DemoReply =
  | { readonly kind: "parts"; readonly parts: readonly DemoPart[]; readonly call?: DemoCall }
  | { readonly kind: "error"; readonly message: string };

/** A call of one of the request's tools; the arguments are JSON text. */
export interface DemoCall {
  readonly name: string;
  readonly argumentsText: string;
}

/** Returns the scripted reply to a turn, in the language of the user's script. */
export function demoReply({ text, tools, toolResult }: DemoTurn): DemoReply {
  const texts = textsFor(text);
  if (toolResult !== undefined) return says({ kind: "text", text: texts.afterTool(quote(toolResult)) });
  const topic = topicOf(text) ?? "greeting";
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

/** Returns a call of the tool that the user names, else of the first one. */
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
  // Japanese also uses Chinese characters, but together with kana.
  const isChinese = /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  return isChinese ? chineseTexts : englishTexts;
}
