import type { ReplyError } from "@/lib/chat/message";
import { isRecord, parseJson, stringOf } from "@/lib/json";
import { postJson } from "@/lib/providers/codecs/json-call";
import { errorOfPayload } from "@/lib/providers/codecs/reply-error";
import type { Connection, HttpCall } from "@/lib/providers/provider";

/** Maximum length of the name of a model, in characters: a host, a namespace, a model and a tag. */
const maxNameChars = 300;

/** Maximum number of files of one model. */
const maxFiles = 200;

/** The state of a download. */
export interface PullProgress {
  /** The bytes of each file, by its digest. */
  readonly files: Readonly<Record<string, { readonly total: number; readonly completed: number }>>;
  readonly isComplete: boolean;
  readonly error?: ReplyError;
}

export const newPull: PullProgress = { files: {}, isComplete: false };

/** Returns the name of a model without spaces at its ends; undefined for text that names none. */
export function readPullName(text: string): string | undefined {
  const name = text.trim();
  return name.length <= maxNameChars && /^[\w.:/@-]+$/.test(name) ? name : undefined;
}

/** Returns the call that makes an Ollama download a model. https://docs.ollama.com/api/pull */
export function pullCall(model: string, connection: Connection): HttpCall {
  return postJson(connection, "api/pull", { model, stream: true });
}

/** Returns the state of a download after one line of its stream. Unknown lines change nothing. Never throws. */
export function reducePull(state: PullProgress, line: string): PullProgress {
  const payload = parseJson(line);
  if (!isRecord(payload)) return state;
  const error = errorOfPayload(payload, line);
  if (error) return { ...state, error: isMissing(error) ? { ...error, kind: "not-found" } : error };
  if (payload.status === "success") return { ...state, isComplete: true };
  const digest = stringOf(payload.digest);
  const total = bytesOf(payload.total);
  const isKnown = Object.hasOwn(state.files, digest);
  if (digest === "" || total === 0 || (!isKnown && Object.keys(state.files).length >= maxFiles)) return state;
  const completed = Math.min(bytesOf(payload.completed), total);
  return { ...state, files: { ...state.files, [digest]: { total, completed } } };
}

/** Returns the downloaded bytes of all files that have begun, and their total. */
export function pulledBytes({ files }: PullProgress): { readonly completed: number; readonly total: number } {
  const all = Object.values(files);
  return {
    completed: all.reduce((sum, { completed }) => sum + completed, 0),
    total: all.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Whether the library has no such model. Within a stream, no status says so: `pull model manifest: file does not exist`. */
function isMissing({ message }: ReplyError): boolean {
  return /does not exist|not found/i.test(message);
}

function bytesOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
