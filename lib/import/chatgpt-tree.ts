import type { Content, ImagePart, MessageTool, TextPart } from "@/lib/chat/message";
import type { CarriedPiece, ChatGptPiece } from "@/lib/import/chatgpt-message";
import { type DraftMessage, type DraftNode, draftsOfTree } from "@/lib/import/draft-chat";
import { paragraphs } from "@/lib/import/markdown";

/** A node of ChatGPT's tree; a node without a piece only connects others. */
export interface PieceNode {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly date: number | undefined;
  readonly piece: ChatGptPiece | undefined;
}

/** Maximum length of a chain of thoughts and tool calls, which bounds the work on malicious trees. */
const longestChain = 1000;

/**
 * Converts ChatGPT's tree to messages. There, thoughts, tool calls and results are separate nodes; here they belong to
 * the answer that follows them, or to an empty answer if none follows.
 */
export function draftsOfPieces(nodes: readonly PieceNode[], leafId: string | undefined): DraftMessage[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const above = (node: PieceNode) => (node.parentId === undefined ? undefined : byId.get(node.parentId));
  const isContinued = new Set(
    nodes.filter(({ piece }) => continuesReply(piece)).map((node) => nearestPiece(node, above)),
  );
  const speaks = (node: PieceNode) =>
    node.piece?.type === "said" || (node.piece !== undefined && !isContinued.has(node));
  const drafts = nodes.map((node): DraftNode => {
    const { id, parentId, date, piece } = node;
    if (!speaks(node)) return { id, parentId, date, speaks: false };
    const carried = continuesReply(piece) ? carriedBy(node, above, speaks) : [];
    return { id, parentId, date, speaks: true, message: messageOf(piece, carried) };
  });
  return draftsOfTree(drafts, leafId);
}

function continuesReply(piece: ChatGptPiece | undefined): boolean {
  return piece !== undefined && (piece.type !== "said" || piece.role === "assistant");
}

type Above = (node: PieceNode) => PieceNode | undefined;

function nearestPiece(node: PieceNode, above: Above): PieceNode | undefined {
  let found = above(node);
  for (let steps = 0; found && !found.piece && steps < longestChain; steps += 1) found = above(found);
  return found;
}

/** Returns the thoughts and calls that lead to a node, and its own, in order. */
function carriedBy(node: PieceNode, above: Above, speaks: (node: PieceNode) => boolean): CarriedPiece[] {
  const carried: CarriedPiece[] = [];
  let next: PieceNode | undefined = node;
  for (let steps = 0; next && (next === node || !speaks(next)) && steps < longestChain; steps += 1) {
    if (next.piece && next.piece.type !== "said") carried.push(next.piece);
    next = above(next);
    if (next === node) break;
  }
  return carried.reverse();
}

function messageOf(piece: ChatGptPiece | undefined, carried: readonly CarriedPiece[]): DraftMessage {
  const reasoning = paragraphs(carried.map((each) => (each.type === "thought" ? each.reasoning : "")));
  const images = carried.flatMap((each) => (each.type === "result" ? each.images : []));
  const tools = toolsOf(carried);
  const more = { ...(reasoning ? { reasoning } : {}), ...(tools.length > 0 ? { tools } : {}) };
  if (piece?.type !== "said") return { role: "assistant", content: withImages("", images), ...more };
  const { type, content, ...said } = piece;
  return { ...said, content: withImages(content, images), ...more };
}

function withImages(content: Content, images: readonly ImagePart[]): Content {
  if (images.length === 0) return content;
  const text: TextPart[] = typeof content === "string" && content !== "" ? [{ type: "text", text: content }] : [];
  return [...(typeof content === "string" ? text : content), ...images];
}

/** Assigns each result to the last call of its tool without a result. */
function toolsOf(carried: readonly CarriedPiece[]): MessageTool[] {
  const tools: MessageTool[] = [];
  for (const piece of carried) {
    if (piece.type === "thought") continue;
    if (piece.type === "call") {
      tools.push(piece.tool);
      continue;
    }
    const { id, name, result, isError } = piece;
    const outcome = { result, ...(isError ? { isError } : {}) };
    const place = tools.findLastIndex(
      (tool) => tool.result === undefined && tool.name.split(".")[0] === name.split(".")[0],
    );
    const call = tools[place];
    if (call) tools[place] = { ...call, ...outcome };
    else tools.push({ id, name, argumentsText: "", ...outcome });
  }
  return tools;
}
