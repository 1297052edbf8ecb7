import type { Message } from "@/lib/chat/message";

/** A tool call that a model without native tool support writes into its reply. */
export interface FencedCall {
  /** The tool source that is called. */
  readonly client: string;
  /** The name of the tool and its arguments as JSON text; absent if the block is not a valid call. */
  readonly call?: { readonly name: string; readonly argumentsText: string };
  /** Start of the block, as an index into the text. */
  readonly start: number;
  readonly end: number;
}

const opening = /^( {0,3})(`{3,})json:mcp:([^\s{`]+)[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * Finds the first call in a reply: a code block with the tag `json:mcp:{client}`. Blocks inside other blocks and quoted
 * blocks are ordinary text. Only a closing fence ends the block, whatever its JSON contains (docs/security.md#t95).
 */
export function findFencedCall(text: string): FencedCall | undefined {
  let start = 0;
  let openFence: string | undefined;
  let found: { client: string; start: number; body: number; ticks: string } | undefined;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const [, marks = "", rest = ""] = fence.exec(line) ?? [];
    if (openFence !== undefined) {
      const closes = marks.startsWith(openFence) && rest.trim() === "";
      if (closes && found) return { ...readCall(text.slice(found.body, start), found.client), start: found.start, end };
      if (closes) openFence = undefined;
    } else if (marks !== "") {
      openFence = marks;
      const [, , ticks = "", client] = opening.exec(line) ?? [];
      if (client !== undefined) found = { client, start, body: end + 1, ticks };
    }
    start = end + 1;
  }
  return undefined;
}

/** Reads a `tools/call` request, the only method that a block may use. */
function readCall(body: string, client: string): Pick<FencedCall, "client" | "call"> {
  try {
    const { method, params } = JSON.parse(body) as { method?: unknown; params?: Record<string, unknown> };
    if (method !== "tools/call" || typeof params?.name !== "string") return { client };
    return { client, call: { name: params.name, argumentsText: JSON.stringify(params.arguments ?? {}) } };
  } catch {
    return { client };
  }
}

/** Returns a reply's text without the call at its end, which is rendered as a separate row. */
export function withoutFencedCall(text: string): string {
  const found = findFencedCall(text);
  return found ? `${text.slice(0, found.start)}${text.slice(found.end)}`.trim() : text;
}

/** Returns the message that sends a call's result back to the model. */
export function fencedResponse(client: string, result: string): string {
  return fenced(`json:mcp-response:${client}`, result);
}

/** Returns a text as a code block, whose fence is longer than any run of backticks in the text. */
export function fenced(tag: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${tag}\n${text}\n${ticks}`;
}

/** Returns the source and result of a message with a tool result; undefined for other messages. */
export function readFencedResponse(message: Pick<Message, "isMcpResponse" | "content">) {
  if (!message.isMcpResponse || typeof message.content !== "string") return undefined;
  const [, client = "", result = ""] =
    /^`{3,}json:mcp-response:([^\s`]*)\n([\s\S]*?)\n?`{3,}\s*$/.exec(message.content) ?? [];
  return client === "" ? { client: "", result: message.content } : { client, result };
}

/** Maximum number of consecutive tool results before the user must send a message (docs/security.md#t94). */
export const maxFencedCalls = 10;

/** Returns the number of tool results since the user's last message. */
export function fencedCallsInRow(thread: readonly Pick<Message, "role" | "isMcpResponse">[]): number {
  const last = thread.findLastIndex(({ role, isMcpResponse }) => role === "user" && !isMcpResponse);
  return thread.slice(last + 1).filter(({ isMcpResponse }) => isMcpResponse).length;
}
