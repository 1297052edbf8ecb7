import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type ByteSink, type ByteSource, streamOf } from "@/lib/server/byte-source";
import { type Refusal, refuse } from "@/lib/server/error-response";

/** Converts a response of Node's HTTP client. Throws `unreadable` for one that `Response` cannot represent. */
export function responseOf(message: IncomingMessage, method: string, unreadable: Refusal): Response {
  const { statusCode: status = 0, rawHeaders } = message;
  // Such as an early 101.
  if (status < 200 || status > 599) {
    message.destroy();
    throw refuse(unreadable);
  }
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  const isEmpty = method === "HEAD" || [204, 205, 304].includes(status);
  if (isEmpty) message.resume();
  return new Response(isEmpty ? null : streamOf(readableSource(decoded(message, unreadable))), { status, headers });
}

/** Decompresses the body: some servers compress although we did not ask for it. */
function decoded(message: IncomingMessage, unreadable: Refusal): Readable {
  const coding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (coding === "identity" || coding === "") return message;
  const decoder = decoderOf(coding);
  if (!decoder) {
    message.destroy();
    throw refuse(unreadable);
  }
  // A decoding error reaches the reader as a broken reply.
  return pipeline(message, decoder, () => undefined);
}

function decoderOf(coding: string): Transform | undefined {
  if (coding === "gzip" || coding === "x-gzip") return createGunzip();
  if (coding === "deflate") return createInflate();
  return coding === "br" ? createBrotliDecompress() : undefined;
}

/**
 * Returns the bytes of one of Node's streams.
 *
 * @param end ends a stream whose rest is not needed
 */
export function readableSource(readable: Readable, end = (unread: Readable) => void unread.destroy()): ByteSource {
  let sink: ByteSink | undefined;
  let isFlowing = false;
  let isOver = false;
  let failure: unknown;

  function fail(thrown: unknown): void {
    if (isOver || failure !== undefined) return;
    failure = thrown;
    sink?.fail(failure);
  }
  readable.on("error", fail);
  readable.once("close", () => fail(new Error("The body broke off.")));

  return {
    open(to) {
      sink = to;
      if (failure !== undefined) to.fail(failure);
    },
    flow() {
      if (isOver || failure !== undefined) return;
      if (isFlowing) {
        readable.resume();
        return;
      }
      isFlowing = true;
      readable.once("end", () => {
        isOver = true;
        sink?.end();
      });
      readable.on("data", (chunk: Uint8Array) => {
        if (!isOver && failure === undefined && !sink?.write(chunk)) readable.pause();
      });
    },
    async cancel() {
      isOver = true;
      end(readable);
    },
  };
}
