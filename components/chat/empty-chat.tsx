"use client";
import { useTranslations } from "use-intl";
import { Chip } from "@/components/ui/chip";
import { isAuthorized, useAccess } from "@/store/access";
import { useTurns } from "@/store/turns";
import styles from "./empty-chat.module.css";
import { LocalModels } from "./local-models";
import { NeedsAccess } from "./needs-access";
import { useUsedSettings } from "./use-used-settings";

/** What the demonstration can show, each by a word that it knows. */
const samples = ["prose", "table", "code", "math", "diagram", "thinking", "long", "error"] as const;

/** A chat without messages: a greeting, and the ways to a first answer. */
export function EmptyChat({ sessionId }: { sessionId: string }) {
  const t = useTranslations();
  const isAllowed = useAccess((access) => access.flags === null || isAuthorized(access));
  const isDemo = useUsedSettings(sessionId)?.providerName === "Demo";
  return (
    <div className={styles.empty}>
      <h2>{t("chat.greeting")}</h2>
      <p>{t(isDemo ? "demo.noKey" : "chat.startTyping")}</p>
      {isDemo && (
        <fieldset className={styles.chips}>
          <legend className={styles.legend}>{t("demo.try")}</legend>
          {samples.map((sample) => (
            <Chip key={sample} onClick={() => void useTurns.getState().send(sessionId, t(`demo.${sample}Ask`))}>
              {t(`demo.${sample}`)}
            </Chip>
          ))}
        </fieldset>
      )}
      {!isAllowed && <NeedsAccess />}
      <LocalModels sessionId={sessionId} />
    </div>
  );
}
