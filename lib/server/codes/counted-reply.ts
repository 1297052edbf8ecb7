import type { Access } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { type ByteSource, sourceOf, streamOf } from "@/lib/server/byte-source";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import type { CodeUse } from "@/lib/server/codes/code-use";
import type { ValidCode } from "@/lib/server/codes/find-code";
import { refuse } from "@/lib/server/error-response";

interface CountingServer {
  readonly codeUse: CodeUse;
}

/** Counts a call of a code. Throws `code-per-minute` with the waiting time after too many. */
export function countCodeCall(code: ValidCode | undefined, { codeUse }: CountingServer): void {
  const { perMinute } = rightsOf(code);
  if (code === undefined || perMinute === undefined) return;
  const retryAfterSeconds = codeUse.waitSeconds(code.id, perMinute);
  if (retryAfterSeconds > 0) throw refuse("code-per-minute", { retryAfterSeconds });
}

/** Seconds after which a caller may ask again whether another reply has ended. */
const retryReplySeconds = 5;

/**
 * Counts a call to a provider and sends it. The reply counts as one of its code until the response has ended, or
 * the caller has left. Throws
 * `code-at-once`, `code-per-minute`, or what `send` throws. Calls for lists (GET) are not counted.
 */
export async function countedReply(
  { method, signal }: Pick<ApiRequest, "method" | "signal">,
  { code }: Access,
  server: CountingServer,
  send: () => Promise<Response>,
): Promise<Response> {
  if (code === undefined || method === "GET") return send();
  const { atOnce } = rightsOf(code);
  if (atOnce === undefined) {
    countCodeCall(code, server);
    return send();
  }
  const end = server.codeUse.begin(code.id, atOnce);
  if (end === undefined) throw refuse("code-at-once", { retryAfterSeconds: retryReplySeconds });
  // The caller may leave before anybody reads the response.
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    countCodeCall(code, server);
    return endingWith(await send(), end);
  } catch (thrown) {
    end();
    throw thrown;
  }
}

/** Returns the response, and calls `end` when its body has ended, has failed or is not wanted any more. */
function endingWith(response: Response, end: () => void): Response {
  const { status, headers, body } = response;
  if (body === null) {
    end();
    return response;
  }
  return new Response(streamOf(endingSource(sourceOf(body), end)), { status, headers });
}

function endingSource(source: ByteSource, end: () => void): ByteSource {
  return {
    open: (sink) =>
      source.open({
        write: sink.write,
        end() {
          end();
          sink.end();
        },
        fail(reason) {
          end();
          sink.fail(reason);
        },
      }),
    flow: source.flow,
    cancel(reason) {
      end();
      return source.cancel(reason);
    },
  };
}

function rightsOf(code: ValidCode | undefined): Partial<CodeRights> {
  return code?.rights ?? {};
}
