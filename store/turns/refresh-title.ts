import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";

/** Asks for another title of a chat. */
export async function refreshTitle(sessionId: string): Promise<void> {
  try {
    const { afterTurn } = await import("@/store/turns/after-turn");
    await afterTurn.refreshTitle(sessionId);
  } catch (thrown) {
    report(toAppError(thrown));
  }
}
