"use client";
import { RotateCcw } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { NeedsAccess } from "@/components/chat/needs-access";
import { lazyGroup } from "@/components/lazy-group";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { useErrorMessage } from "@/components/use-error-message";
import type { Message, ReplyError } from "@/lib/chat/message";
import { AppError, accessCodeError, type ErrorCode, type ReplyErrorKind } from "@/lib/errors";
import { extraBodyAnchor } from "@/lib/providers/extra-body-anchor";
import { canAddKey } from "@/lib/providers/one-key";
import { boundNameOf } from "@/lib/providers/provider";
import { useUi } from "@/store/base/ui";
import { isAuthorized, providersOf, useAccess } from "@/store/settings/access";
import { useTurns } from "@/store/turns/turns";

/** Errors that another model most likely solves, and errors that the settings solve. */
const switchKinds: readonly ReplyErrorKind[] = [
  "not-found",
  "overloaded",
  "rate-limit",
  "quota",
  "context-length",
  "empty",
  "token-limit",
  "no-answer",
  "permission",
  "bad-request",
];
const settingsKinds: readonly ReplyErrorKind[] = ["auth", "network"];

/** Errors without a message from the provider: the raw text is the browser's or our own. */
const wordlessKinds: readonly ReplyErrorKind[] = ["network", "empty", "timeout", "token-limit"];

const RaiseLimitButton = lazyGroup(() => import("./raise-limit-button")).component("RaiseLimitButton");

/** Problems that another access code solves. */
const otherCodeProblems: readonly ErrorCode[] = ["wrong-code", "code-needed", "code-expired"];

interface ReplyNoticeProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly hasText: boolean;
  /** Asks again in place of the chat's own retry, also while other replies of the chat grow. */
  readonly onRetry?: (() => void) | undefined;
}

/** The notice in place of a failed reply, or under an interrupted one: the error and what to do. */
export function ReplyNotice(props: ReplyNoticeProps) {
  const { message, hasText } = props;
  const t = useTranslations("errors");
  const words = useErrorMessage();
  const access = useAccess();
  const { error } = message;
  if (!error) return null;
  const detail = error.body ? { label: t("serverAnswer"), text: error.body } : undefined;
  const codeProblem = accessCodeError(error.code);
  const retry = <RetryButton {...props} />;
  if (error.kind === "auth" && !isAuthorized(access)) return <NeedsAccess retry={retry} detail={detail} />;
  const isRawShown = error.message !== "" && !codeProblem && !wordlessKinds.includes(error.kind);

  return (
    <Notice
      kind={hasText ? "warn" : "error"}
      level={2}
      heading={t(hasText ? "replyCut" : "replyFailed")}
      text={
        <>
          <span>{codeProblem ? t(codeProblem) : words(new AppError(error.kind, { seconds: error.seconds ?? 0 }))}</span>
          {isRawShown && <span dir="auto"> {error.message}</span>}
        </>
      }
      {...(detail && { detail })}
      actions={
        <>
          {retry}
          <ReplyActions {...props} error={error} />
          <AccessActions error={error} providerName={message.providerName} />
        </>
      }
    />
  );
}

function RetryButton({ sessionId, message, onRetry }: ReplyNoticeProps) {
  const t = useTranslations("errors");
  const isBusy = useTurns((turns) => sessionId in turns.inFlight);
  return (
    <Button
      size="small"
      icon={RotateCcw}
      {...(isBusy && !onRetry && { disabledReason: t("stillAnswering") })}
      onClick={onRetry ?? (() => void useTurns.getState().retry(sessionId, message.id))}
    >
      {t("retry")}
    </Button>
  );
}

/** Actions that change how the reply is asked for: another limit or another model. */
function ReplyActions({ sessionId, message, onRetry, error }: ReplyNoticeProps & { readonly error: ReplyError }) {
  const t = useTranslations("errors");
  if (onRetry) return null;
  return (
    <>
      {error.kind === "token-limit" && (
        <Suspense>
          <RaiseLimitButton sessionId={sessionId} message={message} />
        </Suspense>
      )}
      {switchKinds.includes(error.kind) && (
        <Button size="small" variant="quiet" onClick={() => sendShortcut("chooseModel")}>
          {t("switchModel")}
        </Button>
      )}
    </>
  );
}

/** Ways to another access code, an own key, or the settings. */
function AccessActions({ error, providerName }: Pick<Message, "providerName"> & { readonly error: ReplyError }) {
  const t = useTranslations("errors");
  const accessWords = useTranslations("access");
  const access = useAccess();
  const codeProblem = accessCodeError(error.code);
  return (
    <>
      {codeProblem && otherCodeProblems.includes(codeProblem) && (
        <LinkButton size="small" href="/auth">
          {accessWords("enterCode")}
        </LinkButton>
      )}
      {error.kind === "auth" && !codeProblem && canAddKey(providersOf(access), providerName) && (
        <Button
          size="small"
          variant="quiet"
          aria-haspopup="dialog"
          onClick={() => useUi.getState().openDialog({ kind: "add-key", providerName })}
        >
          {accessWords("useOwnKey")}
        </Button>
      )}
      {error.kind === "extra-body" && <ExtraBodyLink providerName={providerName} />}
      {settingsKinds.includes(error.kind) && (
        <LinkButton size="small" variant="quiet" href="/settings#access">
          {t("openSettings")}
        </LinkButton>
      )}
    </>
  );
}

/** The way to the field that keeps messages from being sent. */
function ExtraBodyLink({ providerName }: Pick<Message, "providerName">) {
  const t = useTranslations("errors");
  const provider = providersOf(useAccess()).find((each) => boundNameOf(each) === providerName);
  return (
    <LinkButton size="small" variant="quiet" href={`/settings#${provider ? extraBodyAnchor(provider) : "access"}`}>
      {t("openSettings")}
    </LinkButton>
  );
}
