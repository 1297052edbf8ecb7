"use client";
import { Ellipsis } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { Toolbar } from "@/components/ui/toolbar";
import { useMessageTime } from "@/components/use-dates";
import { type Message, textOf } from "@/lib/chat/message";
import { estimateTokens } from "@/lib/chat/token-estimate";
import styles from "./message.module.css";
import { type MessageAction, useMessageActions } from "./use-message-actions";
import { VersionSwitch } from "./version-switch";

interface MessageActionsProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly previousId: string | undefined;
  readonly isLast: boolean;
  readonly onEdit: () => void;
}

/** What stands in the row under a message; the rest is in its menu. */
const inRow: Readonly<Record<"user" | "assistant", readonly MessageAction["id"][]>> = {
  user: ["copy", "edit", "retry", "pin", "delete"],
  assistant: ["copy", "continue", "retry", "pin"],
};

/** The row under a message: it keeps its place and darkens when someone looks there. */
export function MessageActions(props: MessageActionsProps) {
  const { sessionId, message, previousId } = props;
  const t = useTranslations("message");
  const app = useTranslations("app");
  const time = useMessageTime(message.date);
  const actions = useMessageActions(props);
  if (message.streaming) return <div className={styles.acts} />;
  const row = inRow[message.role === "user" ? "user" : "assistant"];
  const rest = actions.filter(({ id }) => !row.includes(id));
  return (
    <Toolbar label={t("actions")} className={styles.acts}>
      {row
        .flatMap((id) => actions.find((action) => action.id === id) ?? [])
        .map(({ id, label, icon, onSelect }) => (
          <IconButton key={id} icon={icon} iconSize="small" label={label} onClick={onSelect} />
        ))}
      {rest.length > 0 && (
        <Menu
          label={t("more")}
          closeLabel={app("close")}
          align="start"
          trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} iconSize="small" label={t("more")} />}
          items={menuItems(rest)}
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

/** The same as a menu, for phones, where only the last message has a row. */
export function MessageMenu(props: MessageActionsProps) {
  const t = useTranslations("message");
  const app = useTranslations("app");
  const actions = useMessageActions(props);
  if (props.message.streaming) return null;
  return (
    <span className={styles.more}>
      <Menu
        label={t("actions")}
        closeLabel={app("close")}
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={t("actions")} />}
        items={menuItems(actions)}
      />
    </span>
  );
}

function menuItems(actions: readonly MessageAction[]) {
  return actions.map((action) => ({ ...action, ...(action.danger && { separatorBefore: true }) }));
}

/** The tokens of a reply: as the provider counted them, else as we estimate them, which is said. */
function TokenCount({ message }: { readonly message: Message }) {
  const t = useTranslations();
  const { usage } = message;
  if (usage?.outputTokens !== undefined) return ` · ${t("message.tokens", { count: usage.outputTokens })}`;
  const estimate = Math.round(estimateTokens(textOf(message)));
  return estimate > 0 ? ` · ${t("composer.tokens", { count: estimate })}` : null;
}
