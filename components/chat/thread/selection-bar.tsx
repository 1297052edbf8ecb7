"use client";
import { Copy, ListChecks, type LucideIcon, Share, Trash2, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { Toolbar } from "@/components/ui/toolbar";
import { type Message, textOf } from "@/lib/chat/message";
import { toAppError } from "@/lib/errors";
import { copyText } from "@/lib/platform/clipboard";
import { report, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useSelection } from "@/store/chats/selection";
import { useTurns } from "@/store/turns/turns";
import styles from "./selection-bar.module.css";

/** The bar in place of the message box in selection mode, with the actions on messages. */
export function SelectionBar({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations();
  const bar = useRef<HTMLDivElement>(null);
  const ids = useChats((chats) => chats.threads[sessionId]?.ids ?? noIds);
  const chosen = useSelection((selection) => selection.chosen);
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const chosenIds = ids.filter((id) => id in chosen);
  const isNone = chosenIds.length === 0;

  useEffect(() => {
    bar.current?.querySelector("button")?.focus();
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) end();
    }
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", onKeyDown);
      end();
    };
  }, []);

  async function copy() {
    const { messages } = useChats.getState();
    const chosenMessages = chosenIds.flatMap((id) => messages[id] ?? []);
    try {
      await copyText(asMarkdown(chosenMessages, { user: t("app.you"), assistant: t("message.reply") }));
      useUi.getState().toast({ kind: "copied" });
      end();
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  function remove() {
    const undo = useChats.getState().remove(sessionId, chosenIds);
    useUi.getState().toast({ kind: "messages-deleted", count: chosenIds.length }, undo);
    end();
  }

  return (
    <div ref={bar} className={styles.dock}>
      <Toolbar label={t("thread.selection")} className={styles.bar}>
        <output className={styles.count}>{t("thread.selected", { count: chosenIds.length })}</output>
        <BarButton
          icon={ListChecks}
          label={t("thread.selectAll")}
          onClick={() => useSelection.getState().choose(ids)}
        />
        <BarButton
          icon={Copy}
          label={t("thread.copySelected")}
          {...(isNone && { disabledReason: t("thread.selectFirst") })}
          onClick={() => void copy()}
        />
        <BarButton
          icon={Share}
          label={t("export.selected")}
          {...(isNone && { disabledReason: t("thread.selectFirst") })}
          onClick={() => useUi.getState().openDialog({ kind: "export", sessionId, messageIds: chosenIds })}
        />
        <BarButton
          icon={Trash2}
          label={t("thread.deleteSelected")}
          {...(isNone && { disabledReason: t("thread.selectFirst") })}
          {...(isAnswering && { disabledReason: t("thread.stillAnswering") })}
          onClick={remove}
        />
        <IconButton icon={X} label={t("thread.endSelection")} keys="Esc" onClick={end} />
      </Toolbar>
    </div>
  );
}

interface BarButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly disabledReason?: string;
  readonly onClick: () => void;
}

/** An action with its label; on phones only its icon. */
function BarButton({ label, ...props }: BarButtonProps) {
  const isPhone = useIsPhone();
  if (isPhone) return <IconButton {...props} label={label} />;
  return (
    <Button {...props} variant="quiet" size="small">
      {label}
    </Button>
  );
}

function end(): void {
  useSelection.getState().end();
}

/** Formats messages as Markdown, each under its speaker's name, without reasoning. */
function asMarkdown(
  messages: readonly Message[],
  names: { readonly user: string; readonly assistant: string },
): string {
  return messages
    .map((message) => {
      const name = message.role === "user" ? names.user : (message.model ?? names.assistant);
      return `## ${name}\n\n${textOf(message).trim()}`;
    })
    .join("\n\n");
}

const noIds: readonly string[] = [];
