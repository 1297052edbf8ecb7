import type { ApiRequest } from "@/lib/server/api-request";
import type { Attempts } from "@/lib/server/attempts";
import { clientAddress } from "@/lib/server/client-address";
import { refuse } from "@/lib/server/error-response";
import type { Server } from "@/lib/server/server";

/** Counts a call of its client; throws a refusal with the waiting time if the client has made too many. */
export function countCall({ headers }: ApiRequest, calls: Attempts, { config }: Pick<Server, "config">): void {
  const client = clientAddress(headers, config.trustProxy);
  const retryAfterSeconds = calls.waitSeconds(client);
  if (retryAfterSeconds > 0) throw refuse("too-many-calls", { retryAfterSeconds });
  calls.note(client);
}
