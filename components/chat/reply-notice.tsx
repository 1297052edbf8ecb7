"use client";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "use-intl";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { Button, LinkButton } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useErrorWords } from "@/components/use-error-words";
import type { Message } from "@/lib/chat/message";
import { AppError, type ReplyErrorKind } from "@/lib/errors";
import { isAuthorized, useAccess } from "@/store/access";
import { useTurns } from "@/store/turns";
import { NeedsAccess } from "./needs-access";

/** Failures after which another model is the most likely way out, and those that the settings mend. */
const switchKinds: readonly ReplyErrorKind[] = [
  "not-found",
  "overloaded",
  "quota",
  "context-length",
  "empty",
  "permission",
  "bad-request",
];
const settingsKinds: readonly ReplyErrorKind[] = ["auth", "network"];

interface ReplyNoticeProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly hasText: boolean;
}

/** Stands in place of a reply that failed, or under one that broke off: what happened, then the ways on. */
export function ReplyNotice({ sessionId, message, hasText }: ReplyNoticeProps) {
  const t = useTranslations("errors");
  const words = useErrorWords();
  const access = useAccess();
  const isBusy = useTurns((turns) => sessionId in turns.inFlight);
  const { error } = message;
  if (!error) return null;
  if (error.kind === "auth" && !isAuthorized(access)) return <NeedsAccess />;

  return (
    <Notice
      kind={hasText ? "warn" : "error"}
      level={2}
      heading={t(hasText ? "replyCut" : "replyFailed")}
      text={
        <>
          <span>{words(new AppError(error.kind, { seconds: error.seconds ?? 0 }))}</span>
          {error.message && <span dir="auto"> {error.message}</span>}
        </>
      }
      {...(error.body && { detail: { label: t("serverAnswer"), text: error.body } })}
      actions={
        <>
          <Button
            size="small"
            icon={RotateCcw}
            {...(isBusy && { disabledReason: t("stillAnswering") })}
            onClick={() => void useTurns.getState().retry(sessionId, message.id)}
          >
            {t("retry")}
          </Button>
          {switchKinds.includes(error.kind) && (
            <Button size="small" variant="quiet" onClick={() => sendShortcut("chooseModel")}>
              {t("switchModel")}
            </Button>
          )}
          {settingsKinds.includes(error.kind) && (
            <LinkButton size="small" variant="quiet" href="/settings#access">
              {t("openSettings")}
            </LinkButton>
          )}
        </>
      }
    />
  );
}
