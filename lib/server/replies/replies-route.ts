import type { Environment } from "@/lib/environment";
import { isReplyId, replyFromHeader, replyIdHeader } from "@/lib/resuming/resumable-reply";
import { over } from "@/lib/server/abort-with";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { type ByteSink, streamOf } from "@/lib/server/byte-source";
import { refuse } from "@/lib/server/error-response";
import { replyHeaders } from "@/lib/server/relay-headers";
import { requireOwner } from "@/lib/server/replies/reply-owner";
import { type ReaderSlot, takeReader } from "@/lib/server/replies/reply-readers";
import type { ReadPart, ReplyOwner, ReplyStore } from "@/lib/server/replies/reply-store";
import { currentServer } from "@/lib/server/server";

/** Interval at which the store is asked for new pieces, in milliseconds. */
const pollMs = { redis: 250, upstash: 1000 } as const;

/** Interval of empty lines while nothing new comes, in milliseconds: proxies end silent connections. */
const aliveMs = 15_000;

/** Maximum time for which a reader may take nothing, in milliseconds. It can resume the reply by another call. */
const drainMs = 30_000;

/**
 * `/api/replies`: GET reads the sealed pieces of a reply behind a position, and goes on while it is written; DELETE stops
 * it. Unknown replies, expired ones and those of other callers are the same to a caller.
 */
export function repliesRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "DELETE"], async () => {
    if (!server.replies) throw refuse("not-found");
    const id = request.headers.get(replyIdHeader) ?? "";
    const from = request.headers.get(replyFromHeader) ?? "0";
    if (!isReplyId(id) || !/^\d{1,10}$/.test(from)) throw refuse("malformed");
    const owner = await requireOwner(id, request.headers, server);
    const replies = await server.replies().catch(() => {
      throw refuse("store-unreachable");
    });
    const inStore = <T>(work: Promise<T>) =>
      work.catch((thrown: unknown) => {
        replies.logFailure(thrown);
        throw refuse("store-unreachable");
      });
    if (request.method === "DELETE") {
      if (!(await inStore(replies.stop(id, owner)))) throw refuse("not-found");
      return new Response(null, { status: 204 });
    }
    const slot = takeReader(owner);
    if (!slot) throw refuse("too-many-calls");
    try {
      const first = await inStore(replies.read(id, owner, Number(from)));
      if (first === undefined) throw refuse("not-found");
      const reading = { id, owner, store: replies.store, env: server.env };
      const headers = replyHeaders(new Headers({ "content-type": "text/plain; charset=utf-8" }));
      return new Response(pieceLines(reading, { from: Number(from), first, slot }), { headers });
    } catch (thrown) {
      slot.release();
      throw thrown;
    }
  });
}

interface Reading {
  readonly id: string;
  readonly owner: ReplyOwner;
  readonly store: ReplyStore;
  readonly env: Pick<Environment, "now" | "delay">;
}

/**
 * Returns a line for each piece: its sequence number and its sealed bytes in base64. The last line is `over` if nothing
 * follows; without it, the connection broke.
 */
function pieceLines(
  reading: Reading,
  { slot, ...start }: { readonly from: number; readonly first: ReadPart; readonly slot: ReaderSlot },
): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  let sink: ByteSink | undefined;
  let resume = () => {};
  let isStarted = false;

  function finish(reason?: unknown): void {
    if (ended.signal.aborted) return;
    ended.abort(over);
    resume();
    if (reason !== undefined) sink?.fail(reason);
  }

  /** Waits until the reader takes more. Ends the reading if it does not for too long. */
  async function drained(): Promise<void> {
    const waited = new AbortController();
    await new Promise<void>((resolve) => {
      resume = resolve;
      void reading.env.delay(drainMs, waited.signal).then(() => {
        if (!waited.signal.aborted) finish(new Error("The reader does not read."));
      });
    });
    waited.abort(over);
  }

  async function write(line: string): Promise<void> {
    if (!sink?.write(new TextEncoder().encode(`${line}\n`))) await drained();
  }

  async function run(): Promise<void> {
    slot.replaced.addEventListener("abort", () => finish(new Error("A newer reader has the slot.")));
    try {
      await drained();
      await writeLines(reading, { ...start, signal: ended.signal }, write);
      if (!ended.signal.aborted) sink?.end();
    } catch (thrown) {
      finish(thrown);
    } finally {
      slot.release();
    }
  }

  return streamOf({
    open(to) {
      sink = to;
      if (!isStarted) void run();
      isStarted = true;
    },
    flow() {
      resume();
    },
    async cancel() {
      finish();
    },
  });
}

/** Writes the pieces of a reply until it ends, is stopped or is not wanted any more. */
async function writeLines(
  { id, owner, store, env }: Reading,
  { from, first, signal }: { readonly from: number; readonly first: ReadPart; readonly signal: AbortSignal },
  write: (line: string) => Promise<void>,
): Promise<void> {
  let position = from;
  let part: ReadPart | undefined = first;
  let wroteAt = env.now();
  while (part !== undefined && !signal.aborted) {
    for (const { end, text } of part.pieces) {
      await write(text);
      if (signal.aborted) return;
      position = end;
      wroteAt = env.now();
    }
    if (part.pieces.length === 0) {
      if (part.state !== "open") break;
      if (env.now() - wroteAt >= aliveMs) {
        await write("");
        wroteAt = env.now();
      }
      await env.delay(pollMs[store.kind], signal);
      if (signal.aborted) return;
    }
    part = await store.read(id, owner, position);
  }
  if (!signal.aborted) await write("over");
}
