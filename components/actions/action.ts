"use client";
import type { LucideIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { useShortcutActions } from "@/components/shell/use-shortcut-actions";
import { useIsPhone } from "@/components/ui/is-phone";
import type { MenuAction } from "@/components/ui/menu-item";
import { type ShortcutId, shortcuts } from "@/lib/chat/shortcuts";

/** Returns the context of actions: the chat, and the services that they run with. */
export function useActionContext(sessionId: string) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  const router = useRouter();
  const chatActions = useChatActions();
  const shortcutActions = useShortcutActions();
  return useMemo(
    () => ({ sessionId, t, isPhone, router, chatActions, shortcutActions }),
    [sessionId, t, isPhone, router, chatActions, shortcutActions],
  );
}

export type ActionContext = ReturnType<typeof useActionContext>;

/**
 * An action of the app, with one name and one icon for menus, header, composer, palette and help.
 *
 * The functions read the stores when they are called. A component that stays on screen subscribes to the values that
 * they read.
 */
export interface Action {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: (context: ActionContext) => string;
  /** The keyboard shortcut that also runs it. */
  readonly shortcut?: ShortcutId;
  /** Other words that find it in the palette. */
  readonly keywords?: (context: ActionContext) => string;
  /** Whether the action is available here at all. Default: true. */
  readonly isOffered?: (context: ActionContext) => boolean;
  /** Whether it can run now; otherwise it is disabled. Default: true. */
  readonly isPossible?: (context: ActionContext) => boolean;
  readonly isDanger?: true;
  readonly run: (context: ActionContext) => void;
}

/** A menu row with an icon. */
export type MenuActionWithIcon = MenuAction & { readonly icon: LucideIcon };

/** Returns the menu row of an action. */
export function menuRow(action: Action, context: ActionContext): MenuActionWithIcon {
  const { id, icon, shortcut, isPossible, isDanger } = action;
  return {
    id,
    icon,
    label: action.label(context),
    keys: shortcut && !context.isPhone ? shortcuts[shortcut].keys : undefined,
    disabled: isPossible?.(context) === false,
    danger: isDanger,
    separatorBefore: isDanger,
    onSelect: () => action.run(context),
  };
}

/** Returns the menu rows of the available actions. */
export function menuRows(actions: readonly Action[], context: ActionContext): readonly MenuActionWithIcon[] {
  return actions.filter(({ isOffered }) => isOffered?.(context) ?? true).map((action) => menuRow(action, context));
}
