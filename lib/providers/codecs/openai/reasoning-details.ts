import type { AssistantPart } from "@/lib/chat/request";
import { isRecord, type JsonRecord, parseJson, stringOf } from "@/lib/json";

/** Kind of the replay items that contain one piece of `reasoning_details`, as JSON. */
export const reasoningDetailKind = "openai.reasoning_detail";

/** Fields of a detail that a stream sends in pieces. */
const streamedFields = ["text", "summary", "data"] as const;

/** Returns the `reasoning_details` of a message: its pieces in order, those of one detail joined. */
export function reasoningDetails(parts: readonly AssistantPart[] = []): JsonRecord[] {
  const pieces = parts.flatMap((part) => {
    const piece =
      part.type === "replay" && part.item.kind === reasoningDetailKind ? parseJson(part.item.json ?? "") : 0;
    return isRecord(piece) ? [piece] : [];
  });
  const details: JsonRecord[] = [];
  for (const piece of pieces) {
    const last = details.at(-1);
    if (!last || last.type !== piece.type || last.index !== piece.index) details.push(piece);
    else details[details.length - 1] = joinPieces(last, piece);
  }
  return details;
}

/** Joins a piece to a detail; a signature comes with the last piece. */
function joinPieces(detail: JsonRecord, piece: JsonRecord): JsonRecord {
  const changed = Object.entries(piece).filter(([, value]) => value !== null);
  const streamed = streamedFields.filter((field) => typeof piece[field] === "string");
  const joined = streamed.map((field) => [field, stringOf(detail[field]) + stringOf(piece[field])]);
  return { ...detail, ...Object.fromEntries([...changed, ...joined]) };
}
