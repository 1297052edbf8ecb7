"use client";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useLeftText } from "@/components/auth/use-left-text";
import styles from "@/components/costs/budget-notice.module.css";
import { Notice } from "@/components/ui/notice";
import { useAccess } from "@/store/settings/access";
import { lowAmounts, useCodeLimits } from "@/store/settings/code-limits";
import { useTurns } from "@/store/turns/turns";

/** The notice above the message box when less than a fifth of a limit of the access code is left. */
export function CodeLimitsNotice() {
  const mayHaveLimits = useAccess(({ flags }) => flags?.needCode || flags?.hasUser);
  return mayHaveLimits && <LowLimits />;
}

function LowLimits() {
  const t = useTranslations("codeLimits");
  const leftText = useLeftText();
  const low = lowAmounts(useCodeLimits(({ amounts }) => amounts));
  const ended = useTurns((turns) => turns.ended.length);
  const checkedCode = useRef<string>(undefined);
  // Only when the chat opens and after replies: a code that is being typed would count as a wrong one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reply
  useEffect(() => {
    const code = useAccess.getState().accessCode;
    const { amounts, refresh } = useCodeLimits.getState();
    // Codes without limits are checked once.
    if (code === checkedCode.current && amounts.length === 0) return;
    checkedCode.current = code;
    void refresh();
  }, [ended]);
  if (low.length === 0) return null;
  const isUsedUp = low.some(({ left }) => left === 0);
  return (
    <div className={styles.notice}>
      <Notice
        kind={isUsedUp ? "error" : "warn"}
        level={2}
        heading={t("title")}
        text={<span role="status">{low.map(leftText).join(" ")}</span>}
      />
    </div>
  );
}
