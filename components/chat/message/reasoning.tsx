"use client";
import { ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Markdown } from "@/components/markdown/markdown";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import type { Message } from "@/lib/chat/message";
import styles from "./reasoning.module.css";

/** The model's reasoning: one live line while it lasts, then a collapsed block with its duration. */
export function Reasoning({ message, isThinking }: { message: Message; isThinking: boolean }) {
  const t = useTranslations("message");
  const seconds = useSeconds(message.date, isThinking);
  const thought = message.reasoningMs === undefined ? undefined : Math.max(1, Math.round(message.reasoningMs / 1000));
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.think} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {isThinking ? (
          <Spinner size="small" />
        ) : (
          <Icon glyph={ChevronRight} size="chevron" flip className={styles.chevron} />
        )}
        <span>{thinkingWords()}</span>
        {isThinking && !isOpen && (
          <span className={styles.ticker} dir="auto">
            {lastThought(message.reasoning ?? "")}
          </span>
        )}
      </summary>
      {isOpen && (
        <div className={styles.body}>
          <Markdown text={message.reasoning ?? ""} isLive={isThinking} />
        </div>
      )}
    </details>
  );

  function thinkingWords(): string {
    if (isThinking) return t("thinking", { seconds });
    return thought === undefined ? t("thoughtBriefly") : t("thought", { seconds: thought });
  }
}

/** Returns the end of the last line of the reasoning, which is the new part and the only one rendered. */
function lastThought(reasoning: string): string {
  return reasoning.trimEnd().split("\n").at(-1)?.slice(-160) ?? "";
}

/** Returns the seconds since a time, updated while `isCounting`. */
function useSeconds(since: number, isCounting: boolean): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    if (!isCounting) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return Math.max(0, Math.round((now - since) / 1000));
}
