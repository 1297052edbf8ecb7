"use client";
import { ListChecks, MessageSquare, Pencil, Pin, PinOff } from "lucide-react";
import type { RefObject } from "react";
import { menuRow, menuRows, useActionContext } from "@/components/actions/action";
import { deleteChat, duplicateChat } from "@/components/actions/chat-actions";
import { editTags, moveToProject } from "@/components/actions/project-actions";
import { lazyGroup } from "@/components/lazy-group";
import type { MenuItem } from "@/components/ui/menu-item";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";

const MenuPopup = lazyGroup(() => import("@/components/ui/menu-popup"), { needsMessages: false }).component(
  "MenuPopup",
);
const MenuSheet = lazyGroup(() => import("@/components/ui/menu-sheet"), { needsMessages: false }).component(
  "MenuSheet",
);

/** The chat whose menu is open, and its position: at the pointer, or beside the row. */
export interface MenuPlace {
  readonly id: string;
  readonly at?: { readonly x: number; readonly y: number } | undefined;
  readonly isByKey: boolean;
}

interface ChatListMenuProps {
  readonly place: MenuPlace;
  readonly session: ChatSession;
  readonly list: RefObject<HTMLElement | null>;
  /** Pins or unpins the chat, and announces it to screen readers. */
  readonly onTogglePin: (session: ChatSession) => void;
  readonly onClose: () => void;
}

/** The actions of a chat in the list, open or not. */
export function ChatListMenu({ place, session, list, onTogglePin, onClose }: ChatListMenuProps) {
  const { id, pinned = false } = session;
  const context = useActionContext(id);
  const { t, isPhone } = context;
  const { open, remove } = context.chatActions;
  const title = titleOf(session, t("chat.untitled"));
  const anchor = list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] a`);
  if (!anchor) return null;

  const items: readonly MenuItem[] = [
    { id: "open", label: t("chatList.open"), icon: MessageSquare, onSelect: () => open(id) },
    {
      id: "rename",
      label: t("chat.rename"),
      icon: Pencil,
      keys: "F2",
      onSelect: () => useChatList.setState({ renamingId: id }),
    },
    {
      id: "pin",
      label: t(pinned ? "chatList.unpin" : "chatList.pin"),
      icon: pinned ? PinOff : Pin,
      onSelect: () => onTogglePin(session),
    },
    {
      id: "select",
      label: t("chatList.select"),
      icon: ListChecks,
      onSelect() {
        if (!useChatList.getState().chosen?.[id]) useChatList.getState().toggle(id);
      },
    },
    ...menuRows([moveToProject, editTags], context),
    menuRow(duplicateChat, context),
    // The list offers undo for a deletion, also on a phone.
    { ...menuRow(deleteChat, context), keys: "Delete", onSelect: () => remove(id) },
  ];
  const Surface = isPhone ? MenuSheet : MenuPopup;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu key may fire both keydown and contextmenu
    <div onContextMenu={(event) => event.preventDefault()}>
      <Surface
        label={t("chatList.menu", { title })}
        closeLabel={t("app.close")}
        items={items}
        anchor={anchor}
        at={place.at}
        align="start"
        isByKey={place.isByKey}
        sheetTop={undefined}
        onClose={onClose}
      />
    </div>
  );
}
