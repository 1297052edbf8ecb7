import { factLimits, factText } from "@/lib/chat/facts";
import type { Tool, ToolCallContext, ToolOutcome } from "@/lib/chat/tool";

interface FactWriter {
  /** Name of the app. */
  readonly name: string;
  /** Stores a fact. Returns false if the list is full. */
  save(text: string): Promise<boolean>;
}

/**
 * Creates the tool with which a model proposes a fact. It needs no permission to run, because each call shows its text
 * to the user, who changes it, saves it or declines. No rule can skip that, so a quoted text cannot store a fact.
 */
export function rememberTool({ name, save }: FactWriter): Tool {
  return {
    name: "remember",
    description:
      "Proposes a fact about the user that later chats should know, as one short sentence. The user reads it and saves " +
      "or declines it. Call it only if the user asks to remember something.",
    parameters: {
      type: "object",
      properties: { fact: { type: "string", minLength: 1, maxLength: factLimits.chars } },
      required: ["fact"],
      additionalProperties: false,
    },
    source: { kind: "app", id: "facts", name },
    ownName: "remember",
    host: "",
    isReading: false,
    runsUnasked: true,
    run: ({ fact }, context) => propose(factText(String(fact)), save, context),
  };
}

async function propose(
  text: string,
  save: FactWriter["save"],
  { requests, signal }: ToolCallContext,
): Promise<ToolOutcome> {
  if (text === "") return { text: "The fact is empty.", problem: "bad-arguments" };
  const reply = await requests?.ask({ type: "fact", text }, signal);
  if (reply?.action !== "accept") return { text: "Nothing was saved.", problem: "refused" };
  const saved = factText(String(reply.values?.fact ?? ""));
  if (saved === "") return { text: "Nothing was saved.", problem: "refused" };
  const isSaved = await save(saved);
  return isSaved ? { text: `Saved: ${saved}` } : { text: "Not saved: the list of facts is full.", problem: "failed" };
}
