"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import { factLimits, factText } from "@/lib/chat/facts";
import type { FactRequest, ToolReply } from "@/lib/chat/tool-request";
import { ReplyButtons } from "./reply-buttons";
import styles from "./tool-calls.module.css";

interface FactOfferProps {
  readonly request: FactRequest;
  readonly onReply: (reply: ToolReply) => void;
}

/** A fact that the model proposes. The user changes it, saves it or declines. */
export function FactOffer({ request, onReply }: FactOfferProps) {
  const t = useTranslations();
  const [fact, setFact] = useState(request.text);
  const isEmpty = factText(fact) === "";
  return (
    <div className={styles.form}>
      <TextArea
        label={t("facts.text")}
        help={t("toolCalls.factHint")}
        value={fact}
        maxLength={factLimits.chars}
        dir="auto"
        onChange={setFact}
      />
      <div className={styles.answers}>
        <Button
          variant="solid"
          size="small"
          disabledReason={isEmpty ? t("toolCalls.field_required") : undefined}
          onClick={() => onReply({ action: "accept", values: { fact } })}
        >
          {t("thread.save")}
        </Button>
        <ReplyButtons onReply={onReply} />
      </div>
    </div>
  );
}
