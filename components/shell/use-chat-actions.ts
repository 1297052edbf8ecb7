"use client";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { afterPaint } from "@/components/ui/after-paint";
import { isPhone } from "@/components/ui/is-phone";
import { useScreenPath } from "@/components/use-screen-path";
import { basePath, screenAddress } from "@/lib/platform/build-info";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { chatsInOrder } from "@/store/chats/list-rows";
import { useOpenedChat } from "@/store/chats/opened-chat";
import { openThread } from "@/store/chats/thread";
import { useSettings } from "@/store/settings/settings";
import { useTurns } from "@/store/turns/turns";

/** Returns the URL of a chat. Chats are addressed by query, so that a static host can serve them. */
export function chatHref(id: string): string {
  return `/chat?id=${encodeURIComponent(id)}`;
}

/**
 * Shows another chat without a navigation: home and the chat page are the same screen, so only the URL changes.
 *
 * Home is first replaced by the URL of its current chat, so that Back leads to that chat. On a phone home is the list,
 * and Back leads to the list.
 */
function pushChat(from: string, id: string): void {
  const isOnPhoneHome = isHomePath() && isPhone();
  const inputs = new AbortController();
  function push() {
    inputs.abort();
    // Another chat or screen may have been opened. The query does not show that: the router writes earlier URLs late.
    const isCurrent = useOpenedChat.getState().id === id && useChats.getState().currentId === id && isChatPath();
    // The same chat again does not add a history entry.
    if (!isCurrent || location.pathname + location.search === screenAddress(chatHref(id))) return;
    if (isHomePath() && !isPhone()) history.replaceState(null, "", screenAddress(chatHref(from)));
    history.pushState(null, "", screenAddress(chatHref(id)));
  }
  useOpenedChat.setState({ id });
  addEventListener("popstate", forgetOpened);
  useChats.getState().select(id);
  // The router re-renders all that reads the URL, so the messages come first. On a phone the URL decides between list
  // and chat.
  if (isOnPhoneHome) push();
  else {
    void openThread(id).finally(() => afterPaint(push));
    // An input may open another screen. A later change of the URL would cancel that navigation.
    for (const type of ["keydown", "click"]) addEventListener(type, push, { capture: true, signal: inputs.signal });
  }
}

function isHomePath(): boolean {
  return location.pathname === `${basePath}/`;
}

function isChatPath(): boolean {
  return isHomePath() || location.pathname === screenAddress("/chat");
}

function forgetOpened(): void {
  useOpenedChat.setState({ id: "" });
}

/** Whether the current chat was opened in this tab, and not by its URL. */
export function isOpenedChat(currentId: string): boolean {
  return useOpenedChat.getState().id === currentId || new URLSearchParams(location.search).get("id") === currentId;
}

/** Returns the actions on chats of the sidebar, the header and the shortcuts. Each ends on the right screen. */
export function useChatActions() {
  const router = useRouter();
  const path = useScreenPath();
  const isHome = path === "/";
  const isChatScreen = isHome || path === "/chat";

  const open = useCallback(
    (id: string, from = useChats.getState().currentId) => {
      if (isChatScreen) return pushChat(from, id);
      router.push(chatHref(id));
      useChats.getState().select(id);
    },
    [isChatScreen, router],
  );

  return useMemo(
    () => ({
      open,
      newChat() {
        const { currentId, newChat } = useChats.getState();
        open(newChat(newChatDefaults()), currentId);
      },
      /** Opens the mask picker for a new chat. */
      pickMask() {
        router.push("/new-chat");
      },
      /** Opens the next or previous chat of the list, also in folded projects, wrapping around. */
      walk(step: 1 | -1) {
        const { currentId } = useChats.getState();
        const sessions = chatsInOrder();
        const index = sessions.findIndex(({ id }) => id === currentId);
        const next = sessions[(index + step + sessions.length) % sessions.length];
        if (next) open(next.id);
      },
      /** Deletes chats, with a toast for undo, and opens the next chat. */
      remove(...ids: string[]) {
        const { deleteChats, currentId } = useChats.getState();
        for (const id of ids) useTurns.getState().stop(id);
        const undo = deleteChats(ids, newChatDefaults());
        const isShown = ids.includes(currentId) && isChatScreen && !isHome;
        if (isShown) router.replace(chatHref(useChats.getState().currentId));
        const { length: count } = ids;
        useUi.getState().toast(count === 1 ? { kind: "chat-deleted" } : { kind: "chats-deleted", count }, () => {
          undo();
          if (isShown && location.pathname.startsWith(`${basePath}/chat`)) router.replace(chatHref(currentId));
        });
      },
    }),
    [open, router, isHome, isChatScreen],
  );
}

/** Returns what a new chat starts with: the global model settings, and the language of its mask. */
export function newChatDefaults() {
  return { modelConfig: useSettings.getState().modelConfig, lang: useLocale.getState().code };
}
