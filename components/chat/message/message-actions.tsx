"use client";
import { Ellipsis, LoaderCircle, Table } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback } from "react";
import { useTranslations } from "use-intl";
import { useCostSuffix } from "@/components/costs/use-money-text";
import { IconButton } from "@/components/ui/icon-button";
import { useIsNarrow } from "@/components/ui/is-phone";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-item";
import { Toolbar } from "@/components/ui/toolbar";
import { useCopy } from "@/components/use-copy";
import { useMessageTime } from "@/components/use-message-time";
import { type Message, textOf } from "@/lib/chat/message";
import { tablesIn } from "@/lib/chat/tables";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { useTurns } from "@/store/turns/turns";
import styles from "./message.module.css";
import { type MessageAction, useMessageActions } from "./use-message-actions";
import { VersionSwitch } from "./version-switch";

const MessageExcerpt = lazy(() =>
  import("./message-excerpt").then(({ MessageExcerpt }) => ({ default: MessageExcerpt })),
);

interface MessageActionsProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly previousId: string | undefined;
  readonly isLast: boolean;
  /** True while the message grows: it has no actions yet. */
  readonly isLive?: boolean;
  readonly onEdit: () => void;
}

/** The actions shown in the row under a message; the others are in its menu. */
const inRow: Readonly<Record<"user" | "assistant", readonly MessageAction["id"][]>> = {
  user: ["copy", "edit", "retry", "pin", "delete"],
  assistant: ["copy", "speak", "continue", "retry", "pin"],
};

/** Returns the actions in a message's row. The card of a failed reply has Retry already. */
function rowOf({ role, error }: Message): readonly MessageAction["id"][] {
  const row = inRow[role === "user" ? "user" : "assistant"];
  return error ? row.filter((id) => id !== "retry") : row;
}

/** The row of actions under a message. It is always laid out, and becomes visible on hover and focus. */
export function MessageActions(props: MessageActionsProps) {
  const isNarrow = useIsNarrow();
  // In narrow columns all actions are in the menu above; only the last message also has a row.
  if (isNarrow && !props.isLast) {
    return (
      <div className={styles.versionsOnly}>
        <VersionSwitch sessionId={props.sessionId} message={props.message} previousId={props.previousId} />
      </div>
    );
  }
  // A growing message renders at every frame, so its actions are not computed.
  return props.isLive ? <div className={styles.acts} /> : <ActionRow {...props} isNarrow={isNarrow} />;
}

function ActionRow({ isNarrow, ...props }: MessageActionsProps & { readonly isNarrow: boolean }) {
  const { sessionId, message, previousId } = props;
  const t = useTranslations("message");
  const app = useTranslations("app");
  const time = useMessageTime(message.date);
  const costSuffix = useCostSuffix(sessionId);
  const actions = useMessageActions(props);
  const hideWhileAnswering = useHiddenWhileAnswering(sessionId);
  const row = rowOf(message);
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
            <MenuRows {...props} but={inRow[message.role === "user" ? "user" : "assistant"]}>
              {draw}
            </MenuRows>
          )}
        />
      )}
      <VersionSwitch sessionId={sessionId} message={message} previousId={previousId} />
      <span className={styles.meta}>
        {time}
        {message.role === "assistant" && <TokenCount message={message} />}
        {costSuffix(message.cost)}
      </span>
    </Toolbar>
  );
}

/**
 * Hides a button while a reply grows. It bypasses React, which would re-render every row at the start and end of a
 * turn.
 */
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

/** All actions as a menu, for narrow columns, where only the last message has a row. */
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
        sheetTop={
          <p className={styles.excerpt} dir="auto">
            <Suspense>
              <MessageExcerpt message={props.message} />
            </Suspense>
          </p>
        }
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
  /** The actions that are shown elsewhere. */
  readonly but: readonly MessageAction["id"][];
  readonly children: (items: readonly MenuItem[]) => ReactNode;
}

/** The rows of a message's menu, computed while it is open. */
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

/** Returns the row that copies the tables of a message as Markdown, if it has tables. */
function useTableRow(message: Message): readonly MenuItem[] {
  const t = useTranslations("thread");
  const { copy } = useCopy();
  const tables = tablesIn(textOf(message));
  if (tables.length === 0) return [];
  const label = t("copyTables", { count: tables.length });
  return [{ id: "copy-tables", label, icon: Table, onSelect: () => void copy(tables.join("\n\n")) }];
}

interface TokenCountProps {
  readonly message: Message;
  /** Whether the count is the first text of its row, so that no separator is before it. */
  readonly isFirst?: boolean;
}

/** The tokens of a reply: counted by the provider, or else estimated and labelled as such. */
export function TokenCount({ message, isFirst = false }: TokenCountProps) {
  const t = useTranslations();
  const { outputTokens, cachedInputTokens = 0 } = message.usage ?? {};
  const separator = isFirst ? "" : " · ";
  // Some servers report none for a reply with a text.
  if (outputTokens) {
    const cached = cachedInputTokens > 0 ? ` · ${t("thread.cached", { count: cachedInputTokens })}` : "";
    return `${separator}${t("message.tokens", { count: outputTokens })}${cached}`;
  }
  const estimate = Math.round(estimateTokens(textOf(message)));
  return estimate > 0 ? `${separator}${t("composer.tokens", { count: estimate })}` : null;
}
