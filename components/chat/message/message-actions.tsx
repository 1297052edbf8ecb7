"use client";
import { Ellipsis, LoaderCircle, Table } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useIsNarrow } from "@/components/ui/is-phone";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-item";
import { Toolbar } from "@/components/ui/toolbar";
import { useCopy } from "@/components/use-copy";
import { useMessageTime } from "@/components/use-dates";
import { type Message, textOf } from "@/lib/chat/message";
import { tablesIn } from "@/lib/chat/tables";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { useTurns } from "@/store/turns/turns";
import styles from "./message.module.css";
import { type MessageAction, useMessageActions } from "./use-message-actions";
import { VersionSwitch } from "./version-switch";

interface MessageActionsProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly previousId: string | undefined;
  readonly isLast: boolean;
  /** True while the message grows: nothing can be done with it yet. */
  readonly isLive?: boolean;
  readonly onEdit: () => void;
}

/** What stands in the row under a message; the rest is in its menu. */
const inRow: Readonly<Record<"user" | "assistant", readonly MessageAction["id"][]>> = {
  user: ["copy", "edit", "retry", "pin", "delete"],
  assistant: ["copy", "speak", "continue", "retry", "pin"],
};

/** The row under a message: it keeps its place and darkens when someone looks there. */
export function MessageActions(props: MessageActionsProps) {
  const isNarrow = useIsNarrow();
  // Beside narrow columns all of it is in the menu above; only the last message has a row as well.
  if (isNarrow && !props.isLast) return null;
  // While the message grows it is drawn at every frame: what can be done with it later is not even asked for.
  return props.isLive ? <div className={styles.acts} /> : <ActionRow {...props} isNarrow={isNarrow} />;
}

function ActionRow({ isNarrow, ...props }: MessageActionsProps & { readonly isNarrow: boolean }) {
  const { sessionId, message, previousId } = props;
  const t = useTranslations("message");
  const app = useTranslations("app");
  const time = useMessageTime(message.date);
  const actions = useMessageActions(props);
  const hideWhileAnswering = useHiddenWhileAnswering(sessionId);
  const row = inRow[message.role === "user" ? "user" : "assistant"];
  return (
    <Toolbar label={t("actions")} className={styles.acts}>
      {row
        .flatMap((id) => actions.find((action) => action.id === id) ?? [])
        .map(({ id, label, icon, busy = false, whenIdle, onSelect }) => (
          <IconButton
            key={id}
            icon={busy ? LoaderCircle : icon}
            iconSize="small"
            label={label}
            className={busy ? styles.waits : undefined}
            onClick={onSelect}
            ref={whenIdle && hideWhileAnswering}
          />
        ))}
      {!isNarrow && (
        <Menu
          label={t("more")}
          closeLabel={app("close")}
          align="start"
          trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} iconSize="small" label={t("more")} />}
          items={(draw) => (
            <MenuRows {...props} but={row}>
              {draw}
            </MenuRows>
          )}
        />
      )}
      <VersionSwitch sessionId={sessionId} message={message} previousId={previousId} />
      <span className={styles.meta}>
        {time}
        {message.role === "assistant" && <TokenCount message={message} />}
      </span>
    </Toolbar>
  );
}

/** Hides a button while a reply to the chat grows: past React, or every row were drawn again at both ends of a turn. */
function useHiddenWhileAnswering(sessionId: string) {
  return useCallback(
    (button: HTMLButtonElement | null) => {
      if (!button) return;
      const follow = ({ inFlight }: Pick<ReturnType<typeof useTurns.getState>, "inFlight">) => {
        button.hidden = sessionId in inFlight;
      };
      follow(useTurns.getState());
      return useTurns.subscribe(follow);
    },
    [sessionId],
  );
}

/** All of it as a menu, for narrow columns, where only the last message has a row. */
export function MessageMenu(props: MessageActionsProps) {
  return useIsNarrow() && !props.isLive ? <NarrowMenu {...props} /> : null;
}

function NarrowMenu(props: MessageActionsProps) {
  const t = useTranslations("message");
  const app = useTranslations("app");
  return (
    <span className={styles.more}>
      <Menu
        label={t("actions")}
        closeLabel={app("close")}
        isSheetOnPhone
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={t("actions")} />}
        items={(draw) => (
          <MenuRows {...props} but={[]}>
            {draw}
          </MenuRows>
        )}
      />
    </span>
  );
}

interface MenuRowsProps extends MessageActionsProps {
  /** What stands elsewhere. */
  readonly but: readonly MessageAction["id"][];
  readonly children: (items: readonly MenuItem[]) => ReactNode;
}

/** The rows of a message's menu, made while it is open. */
function MenuRows({ but, children: draw, ...props }: MenuRowsProps) {
  const isAnswering = useTurns((turns) => props.sessionId in turns.inFlight);
  const actions = useMessageActions(props).filter(
    ({ id, whenIdle }) => !but.includes(id) && !(whenIdle && isAnswering),
  );
  return draw([
    ...useTableRow(props.message),
    ...actions.map((action) => ({ ...action, ...(action.danger && { separatorBefore: true }) })),
  ]);
}

/** The row that copies the tables of a message as Markdown, where it has any. */
function useTableRow(message: Message): readonly MenuItem[] {
  const t = useTranslations("thread");
  const { copy } = useCopy();
  const tables = tablesIn(textOf(message));
  if (tables.length === 0) return [];
  const label = t("copyTables", { count: tables.length });
  return [{ id: "copy-tables", label, icon: Table, onSelect: () => void copy(tables.join("\n\n")) }];
}

/** The tokens of a reply: as the provider counted them, else as we estimate them, which is said. */
function TokenCount({ message }: { readonly message: Message }) {
  const t = useTranslations();
  const { usage } = message;
  if (usage?.outputTokens !== undefined) return ` · ${t("message.tokens", { count: usage.outputTokens })}`;
  const estimate = Math.round(estimateTokens(textOf(message)));
  return estimate > 0 ? ` · ${t("composer.tokens", { count: estimate })}` : null;
}
