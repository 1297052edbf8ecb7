"use client";
import { KeyRound } from "lucide-react";
import { lazy, memo, Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyWithWords } from "@/components/all-words";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { LinkButton } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { ChipSet } from "@/components/ui/chip-set";
import { useIdle } from "@/components/ui/use-idle";
import { isAuthorized, useAccess } from "@/store/settings/access";
import { useTurns } from "@/store/turns/turns";
import styles from "./empty-chat.module.css";

const NeedsAccess = lazy(async () => ({ default: (await import("./needs-access")).NeedsAccess }));
const LocalModels = lazyWithWords(async () => (await import("./local-models")).LocalModels);
const RecentMasks = lazyWithWords(async () => (await import("@/components/masks/recent-masks")).RecentMasks);

/** Samples of the demonstration model, each named by the word that it recognizes. */
const samples = ["prose", "table", "code", "math", "diagram", "thinking", "long", "error"] as const;

/** A chat without messages: a greeting, and ways to start. */
export const EmptyChat = memo(function EmptyChat({ sessionId }: { sessionId: string }) {
  const t = useTranslations();
  const isAllowed = useAccess((access) => access.flags === null || isAuthorized(access));
  const mayUseOwnKey = useAccess((access) => !access.flags?.hideUserApiKey);
  const isIdle = useIdle();
  const isDemo = useUsedSettings(sessionId)?.providerName === "Demo";
  return (
    <div className={styles.empty}>
      <h2>{t("chat.greeting")}</h2>
      <p>{t(isDemo ? "demo.noKey" : "chat.startTyping")}</p>
      {isDemo && (
        <ChipSet label={t("demo.try")}>
          {samples.map((sample) => (
            <Chip key={sample} onClick={() => void useTurns.getState().send(sessionId, t(`demo.${sample}Ask`))}>
              {t(`demo.${sample}`)}
            </Chip>
          ))}
        </ChipSet>
      )}
      <Suspense>{isIdle && <RecentMasks />}</Suspense>
      <Suspense>{!isAllowed && <NeedsAccess />}</Suspense>
      <div className={styles.ways}>
        {isDemo && mayUseOwnKey && (
          <LinkButton size="small" icon={KeyRound} href="/settings#access">
            {t("access.useOwnKey")}
          </LinkButton>
        )}
        <Suspense>{isIdle && <LocalModels sessionId={sessionId} />}</Suspense>
      </div>
    </div>
  );
});
