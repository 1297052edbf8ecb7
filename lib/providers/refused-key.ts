import { errorOfResponse } from "@/lib/providers/codecs/reply-error";

/** Statuses that another key may solve: rejected, out of credit, forbidden, rate-limited. */
const keyStatuses: readonly number[] = [401, 402, 403, 429];

/** Whether another key may solve a status; undefined if the body has to be read. */
export function isKeyStatus(status: number): boolean | undefined {
  // Some providers reject a key with status 400 (xAI, Google).
  return status === 400 ? undefined : keyStatuses.includes(status);
}

/** Whether a response of status 400 rejects the key, by its body. */
export function rejectsKey(body: string): boolean {
  return errorOfResponse({ status: 400, body }).kind === "auth";
}
