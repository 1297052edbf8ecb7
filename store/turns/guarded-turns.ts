import type { TurnRun } from "@/store/turns/turn-run";

let running = new Map<string, TurnRun>();

/** Sets the turns under way, by chat. */
export function guardTurnsOf(turns: Map<string, TurnRun>): void {
  running = turns;
}

/**
 * Keeps the end of the page from ending a turn while a later page can resume its reply.
 *
 * @param isResumable whether a later page can resume it now
 */
export function guardTurn(sessionId: string, messageId: string, isResumable: () => boolean): void {
  const turn = running.get(sessionId);
  if (turn?.replyId !== messageId) return;
  running.set(sessionId, { ...turn, interrupt: () => (isResumable() ? undefined : turn.interrupt()) });
}
