import type { Message } from "@/lib/chat/message";

/** A call that a model without tools writes into its reply. */
export interface FencedCall {
  /** The source that is asked. */
  readonly client: string;
  /** The name of the tool and its arguments as JSON text; absent where the block cannot be read as a call. */
  readonly call?: { readonly name: string; readonly argumentsText: string };
  /** Where the block stands in the text. */
  readonly start: number;
  readonly end: number;
}

const opening = /^( {0,3})(`{3,})json:mcp:([^\s{`]+)[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * Finds the first call in a reply: a block of code with the tag `json:mcp:{client}`. Blocks inside other blocks and
 * quoted ones are text like any other, and the block ends where a line closes it, whatever its JSON says (T9.5).
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

/** Reads a request `tools/call`, the only one that a block may make. */
function readCall(body: string, client: string): Pick<FencedCall, "client" | "call"> {
  try {
    const { method, params } = JSON.parse(body) as { method?: unknown; params?: Record<string, unknown> };
    if (method !== "tools/call" || typeof params?.name !== "string") return { client };
    return { client, call: { name: params.name, argumentsText: JSON.stringify(params.arguments ?? {}) } };
  } catch {
    return { client };
  }
}

/** Returns a reply's text without the call that it ends with: that is shown as a row of its own. */
export function withoutFencedCall(text: string): string {
  const found = findFencedCall(text);
  return found ? `${text.slice(0, found.start)}${text.slice(found.end)}`.trim() : text;
}

/** Returns the message by which a call's result goes back to the model, fenced so that nothing in it ends the block. */
export function fencedResponse(client: string, result: string): string {
  const longest = Math.max(2, ...[...result.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}json:mcp-response:${client}\n${result}\n${ticks}`;
}

/** Returns whose result a message brings, and the result; nothing where it is no such message. */
export function readFencedResponse(message: Pick<Message, "isMcpResponse" | "content">) {
  if (!message.isMcpResponse || typeof message.content !== "string") return undefined;
  const [, client = "", result = ""] =
    /^`{3,}json:mcp-response:([^\s`]*)\n([\s\S]*?)\n?`{3,}\s*$/.exec(message.content) ?? [];
  return client === "" ? { client: "", result: message.content } : { client, result };
}

/** How many results of tools may go back in a row before a person speaks again (T9.4). */
export const maxFencedCalls = 10;

/** Returns how many results of tools end a thread since a person last spoke. */
export function fencedCallsInRow(thread: readonly Pick<Message, "role" | "isMcpResponse">[]): number {
  const last = thread.findLastIndex(({ role, isMcpResponse }) => role === "user" && !isMcpResponse);
  return thread.slice(last + 1).filter(({ isMcpResponse }) => isMcpResponse).length;
}
