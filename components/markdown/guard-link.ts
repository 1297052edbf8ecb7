import type { MouseEvent } from "react";
import { textOf } from "@/lib/chat/message";
import { type LinkConcern, linkConcern } from "@/lib/links/link-concern";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";

/** Returns the concern about an address; one that cannot be parsed is a concern, too. */
function concernOf(address: string, texts: readonly string[]): LinkConcern | undefined {
  try {
    return linkConcern(address, texts);
  } catch (error) {
    console.warn("Could not check a link.", error);
    return "long";
  }
}

/**
 * Asks before a link of a reply opens if it carries much data or repeats the user's text. Checked at the click with the
 * primary or middle button, never while rendering.
 */
export function guardLink(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button > 1) return;
  const link = event.currentTarget;
  const messageId = link.closest<HTMLElement>("[data-message]")?.dataset.message;
  const chats = useChats.getState();
  const message = messageId === undefined ? undefined : messageNow(chats, messageId);
  if (message?.role === "user" && !message.isMcpResponse) return;
  const ids = message ? (chats.threads[message.sessionId]?.ids ?? []) : [];
  const texts = ids.flatMap((id) => {
    const each = messageNow(chats, id);
    return each?.role === "user" && !each.isMcpResponse ? [textOf(each)] : [];
  });
  const concern = concernOf(link.href, texts.reverse());
  if (!concern) return;
  event.preventDefault();
  useUi.getState().openDialog({ kind: "open-link", address: link.href, concern });
}
