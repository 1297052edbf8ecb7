"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import type { CompletionRequest, ToolReply } from "@/lib/chat/tool-request";
import styles from "./tool-calls.module.css";
import { Well } from "./well";

interface CompletionOfferProps {
  readonly request: CompletionRequest;
  readonly host: string;
  readonly onReply: (reply: ToolReply) => void;
}

/** Shows the whole text that a tool's source wants to send to the chat's model, and asks for permission. */
export function CompletionOffer({ request, host, onReply }: CompletionOfferProps) {
  const t = useTranslations();
  const { systemPrompt, messages, maxTokens } = request;
  return (
    <>
      {systemPrompt !== "" && <Well label={t("chatSettings.systemPrompt")} text={systemPrompt} isVerbatim />}
      {messages.map(({ role, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a request never change
        <Well key={place} label={t(`thread.role_${role}`)} text={text} isVerbatim />
      ))}
      <p className={styles.host}>{t("toolCalls.completionHint", { host, count: maxTokens })}</p>
      <div className={styles.answers}>
        <Button variant="solid" size="small" onClick={() => onReply({ action: "accept" })}>
          {t("toolCalls.once")}
        </Button>
        <Button variant="quiet" size="small" onClick={() => onReply({ action: "decline" })}>
          {t("toolCalls.refuse")}
        </Button>
      </div>
    </>
  );
}
