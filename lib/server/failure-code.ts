import { isRecord } from "@/lib/json";

const codeShape = /^[A-Z][A-Z\d_]{1,40}$/;

/**
 * Returns the code of a failed connection, such as `UND_ERR_SOCKET`, or `unknown`. The message is not used because it
 * may quote a reply.
 */
export function failureCode(thrown: unknown): string {
  // The platform's `fetch` wraps the original error.
  let failure = thrown;
  for (let depth = 0; depth < 4 && isRecord(failure); depth++) {
    if (typeof failure.code === "string" && codeShape.test(failure.code)) return failure.code;
    failure = failure.cause;
  }
  return "unknown";
}

/** Whether a connection failed because the other side does not speak HTTP. */
export function isMalformedHttp(thrown: unknown): boolean {
  return failureCode(thrown).startsWith("HPE_");
}
