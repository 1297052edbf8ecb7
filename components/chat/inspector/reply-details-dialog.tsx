"use client";
import { Check, Copy, Terminal } from "lucide-react";
import { useMemo } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useCostText } from "@/components/costs/use-money-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useCopy } from "@/components/use-copy";
import { useErrorMessage } from "@/components/use-error-message";
import type { Message } from "@/lib/chat/message";
import { type ReplyFacts, replyFacts, type TokenFact } from "@/lib/chat/reply-facts";
import { AppError } from "@/lib/errors";
import { curlOfMarked, shownCall, withWholeAddress } from "@/lib/providers/shown-call";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { shownProviderName } from "@/store/settings/models";
import {
  maxRecordedReplies,
  type RecordedCall,
  type RecordedReply,
  recordedReply,
} from "@/store/turns/recorded-replies";
import styles from "./inspector-dialog.module.css";
import { RawCall, RawText } from "./raw-call";
import { SentParts } from "./sent-parts";

interface ReplyDetailsDialogProps {
  readonly messageId: string;
  readonly onClose: () => void;
}

/** Model, times, usage and cost of a reply; for replies of this tab also its requests and the events as received. */
export function ReplyDetailsDialog({ messageId, onClose }: ReplyDetailsDialogProps) {
  const t = useTranslations();
  const message = useChats((chats) => messageNow(chats, messageId));
  const recorded = recordedReply(messageId);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("replyDetails.title")}
      closeLabel={t("app.close")}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("toolChoice.done")}
        </Button>
      }
    >
      {message && <FactList message={message} recorded={recorded} />}
      {recorded?.request && <SentParts request={recorded.request} />}
      <p className={styles.note}>
        {t(recorded ? "replyDetails.inMemory" : "replyDetails.notInMemory", { count: maxRecordedReplies })}
      </p>
      {recorded?.calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls are only appended
        <CallSection key={index} call={call} number={recorded.calls.length > 1 ? index + 1 : undefined} />
      ))}
    </Dialog>
  );
}

interface FactListProps {
  readonly message: Message;
  readonly recorded: RecordedReply | undefined;
}

function FactList({ message, recorded }: FactListProps) {
  const t = useTranslations();
  const format = useFormatter();
  const costText = useCostText();
  const tokenLabel = useTokenLabel();
  const { startedAt, firstByteMs, totalMs, tokensPerSecond, tokens, end } = replyFacts(
    message,
    recorded?.finish?.finish,
  );
  const endText = useEndText(message, end);
  const seconds = (ms: number | undefined) =>
    ms !== undefined && format.number(ms / 1000, { style: "unit", unit: "second", maximumFractionDigits: 2 });
  const requestId = recorded?.calls.findLast((call) => call.requestId)?.requestId;
  const count = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  const facts: readonly (readonly [name: string, value: string | false | undefined])[] = [
    [t("settings.model"), message.model],
    [t("addKey.provider"), message.providerName && shownProviderName(message.providerName)],
    [
      t("replyDetails.started"),
      startedAt !== undefined && format.dateTime(startedAt, { dateStyle: "medium", timeStyle: "medium" }),
    ],
    [t("replyDetails.firstByte"), seconds(firstByteMs)],
    [t("replyDetails.totalTime"), seconds(totalMs)],
    [
      t("replyDetails.speed"),
      tokensPerSecond !== undefined && t("replyDetails.tokensPerSecond", { count: count(tokensPerSecond) }),
    ],
    ...tokens.map((fact): [string, string] => [
      tokenLabel(fact.kind),
      fact.isAbout ? t("costs.about", { amount: count(fact.count) }) : count(fact.count),
    ]),
    [t("costs.cost"), message.cost && costText(message.cost)],
    [t("replyDetails.end"), [endText, recorded?.finish?.raw].filter(Boolean).join(" · ")],
    [t("replyDetails.requestId"), requestId],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Returns a function that returns the name of a kind of tokens. */
function useTokenLabel(): (kind: TokenFact["kind"]) => string {
  const t = useTranslations();
  return (kind) => {
    switch (kind) {
      case "inputTokens":
      case "outputTokens":
        return t(`costs.${kind}`);
      case "cachedInputTokens":
        return t("costs.cached");
      case "cacheWriteTokens":
        return t("costs.cacheWrite");
      default:
        return t(`replyDetails.${kind}`);
    }
  };
}

function useEndText({ error }: Message, end: ReplyFacts["end"]): string {
  const t = useTranslations();
  const errorMessage = useErrorMessage();
  if (end === "failed" && error)
    return errorMessage(new AppError(error.kind, { message: error.message, seconds: error.seconds ?? 0 }));
  return end === "stopped" || end === "failed" ? t("message.stopped") : t(`replyDetails.end_${end}`);
}

interface CallSectionProps {
  readonly call: RecordedCall;
  /** Its number; undefined if the reply has only one. */
  readonly number: number | undefined;
}

/** A request as it was sent, and its response as it was received. */
function CallSection({ call, number }: CallSectionProps) {
  const t = useTranslations();
  const sent = useMemo(() => withWholeAddress(call.call, location.href), [call]);
  const events = useMemo(() => call.responseText(), [call]);
  const title = number === undefined ? t("inspector.request") : t("replyDetails.request", { number: String(number) });
  const status = call.status === undefined ? "" : ` · HTTP ${call.status}`;
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.heading}>{title}</h3>
        {!call.isCallCut && (
          <CopyButton icon={Terminal} label={t("inspector.copyCurl")} text={() => curlOfMarked(sent)} />
        )}
      </div>
      <RawCall
        call={shownCall(sent)}
        isSigned={call.isSigned}
        cutNote={call.isCallCut ? t("replyDetails.cut") : undefined}
      />
      <div className={styles.head}>
        <h3 className={styles.heading}>
          {t("replyDetails.events")}
          {status}
        </h3>
        <CopyButton icon={Copy} label={t("replyDetails.copyEvents")} text={() => events} />
      </div>
      <RawText
        name={t("replyDetails.events")}
        text={events}
        testId="response-body"
        isCut={call.isResponseCut}
        cutNote={t(call.isResponseCut ? "replyDetails.cut" : "replyDetails.cutShown")}
      />
    </>
  );
}

interface CopyButtonProps {
  readonly icon: typeof Copy;
  readonly label: string;
  readonly text: () => string;
}

function CopyButton({ icon, label, text }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <Button variant="quiet" size="small" icon={isCopied ? Check : icon} onClick={() => void copy(text())}>
      {label}
    </Button>
  );
}
