import type { NamedReply } from "@/lib/resuming/resumable-reply";
import { over } from "@/lib/server/abort-with";
import type { ApiRequest } from "@/lib/server/api-request";
import { type ByteSink, type ByteSource, sourceOf, streamOf } from "@/lib/server/byte-source";
import type { OpenReplies } from "@/lib/server/replies/open-replies";
import type { ReplyOwner } from "@/lib/server/replies/reply-store";
import { ReplyWriter } from "@/lib/server/replies/reply-writer";
import type { Server } from "@/lib/server/server";

/** Time for which a reply goes on without a reader, in milliseconds. */
export const abandonedMs = 60_000;

/** Time after which a caller that does not read counts as gone, in milliseconds: it can resume the reply. */
const stalledMs = 10_000;

/** Intervals at which the store is asked whether the reply was stopped, in milliseconds. */
const checkMs = { whileRead: 5000, whileAway: 1000 } as const;

interface SurvivingParts {
  readonly reply: NamedReply;
  readonly owner: ReplyOwner;
  readonly replies: OpenReplies;
  readonly server: Pick<Server, "env" | "log">;
  /** Sends the call. Its signal ends the provider's response. */
  send(request: ApiRequest): Promise<Response>;
}

/**
 * Sends a call whose reply goes on when the caller's connection breaks: its bytes are sealed and stored, and the caller
 * can read the rest by another call, at any instance. The response itself is not delayed.
 */
export async function survivingReply(request: ApiRequest, parts: SurvivingParts): Promise<Response> {
  const { reply, owner, replies, server, send } = parts;
  const upstream = new AbortController();
  const writer = new ReplyWriter(reply, owner, {
    store: replies.store,
    env: server.env,
    onStop: () => upstream.abort(),
    onFailure: replies.logFailure,
  });
  const watch = watchReply(parts, writer, upstream);
  const forget = replies.addLive(owner, () => upstream.abort());
  const end = (closing: Promise<void>) => {
    watch.end();
    void closing.finally(forget);
  };
  request.signal.addEventListener("abort", watch.leave, { once: true });
  if (request.signal.aborted) watch.leave();
  try {
    const { method, url, headers, body } = request;
    const response = await send({ method, url, headers, body, signal: upstream.signal });
    if (!response.ok || response.body === null) {
      end(writer.discard());
      return response;
    }
    writer.begin({ status: response.status, contentType: response.headers.get("content-type") ?? "" });
    const source = storingSource(sourceOf(response.body), { writer, watch, end });
    return new Response(streamOf(source), { status: response.status, headers: response.headers });
  } catch (thrown) {
    end(writer.discard());
    throw thrown;
  }
}

/** Watches whether anybody still waits for a reply. */
interface ReplyWatch {
  /** The caller has gone. */
  leave(): void;
  isAway(): boolean;
  /** Notes whether the caller reads. */
  setStalled(isStalled: boolean): void;
  /** Called when the caller has not read for too long. */
  onStalled: () => void;
  end(): void;
}

function watchReply(
  { reply, server: { env } }: Pick<SurvivingParts, "reply" | "server">,
  writer: ReplyWriter,
  upstream: AbortController,
): ReplyWatch {
  const ended = new AbortController();
  let wake = new AbortController();
  let leftAt: number | undefined;
  let stalledAt: number | undefined;

  function leave(): void {
    if (leftAt !== undefined || ended.signal.aborted) return;
    leftAt = env.now();
    if (writer.isStoring()) wake.abort(over);
    else upstream.abort();
  }

  const watch: ReplyWatch = {
    leave,
    isAway: () => leftAt !== undefined,
    setStalled(isStalled) {
      if (!isStalled) stalledAt = undefined;
      else stalledAt ??= env.now();
    },
    onStalled: () => undefined,
    end() {
      ended.abort(over);
      wake.abort(over);
    },
  };

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      wake = new AbortController();
      await env.delay(leftAt === undefined ? checkMs.whileRead : checkMs.whileAway, wake.signal);
      if (ended.signal.aborted) return;
      if (stalledAt !== undefined && env.now() - stalledAt > stalledMs && writer.isStoring()) {
        watch.onStalled();
        leave();
      }
      // A store that is unreachable for a moment does not end the reply.
      const checked = await writer.check(leftAt === undefined ? checkMs.whileRead : 0).catch(() => ({}) as const);
      if (leftAt === undefined) continue;
      if (checked === undefined) return upstream.abort();
      const readMsAgo = "readMsAgo" in checked ? checked.readMsAgo : undefined;
      const unreadMs = Math.min(env.now() - leftAt, readMsAgo ?? Number.POSITIVE_INFINITY);
      if (unreadMs > abandonedMs && !reply.mayFinish) return upstream.abort();
    }
  }
  void run();
  return watch;
}

/** Passes bytes on to the caller and to the store. When the caller has gone, the rest goes to the store only. */
function storingSource(
  source: ByteSource,
  {
    writer,
    watch,
    end,
  }: { readonly writer: ReplyWriter; readonly watch: ReplyWatch; readonly end: (closing: Promise<void>) => void },
): ByteSource {
  let sink: ByteSink | undefined;
  let isDetached = false;

  function detach(): void {
    isDetached = true;
    source.flow();
  }

  watch.onStalled = () => {
    sink?.fail(new Error("The caller does not read."));
    detach();
  };
  source.open({
    write(chunk) {
      writer.write(chunk);
      if (isDetached) return true;
      const isReading = sink?.write(chunk) ?? false;
      if (!isReading) watch.setStalled(true);
      return isReading;
    },
    end() {
      end(writer.end());
      if (!isDetached) sink?.end();
    },
    fail(reason) {
      end(writer.breakOff());
      if (!isDetached) sink?.fail(reason);
    },
  });

  return {
    open(to) {
      sink = to;
    },
    flow() {
      watch.setStalled(false);
      source.flow();
    },
    async cancel() {
      watch.leave();
      detach();
    },
  };
}
