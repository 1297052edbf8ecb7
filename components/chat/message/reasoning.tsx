"use client";
import { ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Markdown } from "@/components/markdown/markdown";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import styles from "./reasoning.module.css";

interface ReasoningProps {
  readonly text: string;
  readonly isThinking: boolean;
  /** The start of the reply, in milliseconds since the epoch; absent if the reasoning began later. */
  readonly since?: number | undefined;
  /** Its duration in milliseconds, if known. */
  readonly ms?: number | undefined;
}

/** A part of the model's reasoning: one live line while it lasts, then a collapsed block with its duration. */
export function Reasoning({ text, isThinking, since, ms }: ReasoningProps) {
  const t = useTranslations("message");
  const [begun] = useState(() => since ?? Date.now());
  const seconds = useSeconds(begun, isThinking);
  const thought = ms === undefined ? undefined : Math.max(1, Math.round(ms / 1000));
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
            {lastThought(text)}
          </span>
        )}
      </summary>
      {isOpen && (
        <div className={styles.body}>
          <Markdown text={text} isLive={isThinking} />
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
