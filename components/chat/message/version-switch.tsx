"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { IconButton } from "@/components/ui/icon-button";
import type { Message } from "@/lib/chat/message";
import { chatStart, inOrderOfWriting } from "@/lib/chat/versions";
import { useChats } from "@/store/chats/chats";
import { useTurns } from "@/store/turns/turns";
import styles from "./message.module.css";

const VoteIcon = lazyGroup(() => import("@/components/chat/comparison/vote-button")).component("VoteIcon");

interface VersionSwitchProps {
  readonly sessionId: string;
  readonly message: Message;
  /** The message above; absent for the first. */
  readonly previousId: string | undefined;
}

/**
 * Shows previous and next versions of a message: other answers to the same question, or other wordings of a question.
 */
export function VersionSwitch(props: VersionSwitchProps) {
  const asideIds = useChats((chats) => chats.threads[props.sessionId]?.asides[props.previousId ?? chatStart]);
  return asideIds && <Versions {...props} asideIds={asideIds} />;
}

interface VersionsProps extends VersionSwitchProps {
  readonly asideIds: readonly string[];
}

function Versions({ sessionId, message, asideIds }: VersionsProps) {
  const t = useTranslations("thread");
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const { messages, showVersion } = useChats.getState();
  const others = asideIds.flatMap((id) => messages[id] ?? []);
  const versions = inOrderOfWriting([message, ...others]);
  const place = versions.findIndex(({ id }) => id === message.id);
  if (versions.length < 2) return null;

  function go(step: 1 | -1) {
    const next = versions[place + step];
    if (!next) return;
    showVersion(sessionId, message.id, next.id);
    // Another message is mounted now. Focus its button, unless the user has focused something else meanwhile.
    requestAnimationFrame(() => document.activeElement === document.body && focusStep(next.id, step));
  }

  return (
    <span className={styles.versions}>
      <IconButton
        icon={ChevronLeft}
        iconSize="small"
        flip
        label={t("previousVersion")}
        data-step={-1}
        disabled={place === 0 || isAnswering}
        onClick={() => go(-1)}
      />
      <span>{t("versionOf", { place: place + 1, count: versions.length })}</span>
      <IconButton
        icon={ChevronRight}
        iconSize="small"
        flip
        label={t("nextVersion")}
        data-step={1}
        disabled={place === versions.length - 1 || isAnswering}
        onClick={() => go(1)}
      />
      {versions.filter((version) => isInComparison(version, message)).length > 1 && (
        <Suspense>
          <VoteIcon sessionId={sessionId} message={message} />
        </Suspense>
      )}
    </span>
  );
}

/** Whether a version is an answer of the same comparison that has not failed, if the message is one, too. */
function isInComparison({ comparison, isError }: Message, message: Message): boolean {
  return comparison !== undefined && comparison === message.comparison && !isError && !message.isError;
}

function focusStep(messageId: string, step: 1 | -1): void {
  const turn = document.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
  const same = turn?.querySelector<HTMLButtonElement>(`[data-step="${step}"]:not(:disabled)`);
  (same ?? turn?.querySelector<HTMLButtonElement>("[data-step]:not(:disabled)"))?.focus();
}
