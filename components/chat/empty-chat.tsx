"use client";
import { KeyRound } from "lucide-react";
import { memo, Suspense } from "react";
import { useTranslations } from "use-intl";
import { isOfDemo, useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { useIsPhone } from "@/components/ui/is-phone";
import { useIdle } from "@/components/ui/use-idle";
import { isHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { isAuthorized, useAccess } from "@/store/settings/access";
import { DemoSamples } from "./demo-samples";
import styles from "./empty-chat.module.css";
import { SessionAvatar } from "./session-avatar";

const NeedsAccess = lazyGroup(() => import("./needs-access")).component("NeedsAccess");
const emptyChatParts = lazyGroup(() => import("./empty-chat-parts"));
const LocalModels = emptyChatParts.component("LocalModels");
const RecentMasks = emptyChatParts.component("RecentMasks");

/** A chat without messages: a greeting, or the chat's mask, and ways to start. */
export const EmptyChat = memo(function EmptyChat({ sessionId }: { sessionId: string }) {
  const t = useTranslations();
  const isAllowed = useAccess((access) => access.flags === null || isAuthorized(access));
  const mayUseOwnKey = useAccess((access) => !access.flags?.hideUserApiKey);
  const isIdle = useIdle();
  const isPhone = useIsPhone();
  const isDemo = isOfDemo(useUsedSettings(sessionId));
  const session = useChats((chats) => sessionOf(chats, sessionId));
  const { name, description } = session?.mask ?? {};
  return (
    <div className={styles.empty}>
      {name && session && <SessionAvatar session={session} size="large" />}
      <h2 dir="auto">{name || t("chat.greeting")}</h2>
      {name && description && <p dir="auto">{description}</p>}
      {isAllowed && <p>{t(isDemo ? "demo.noKey" : "chat.startTyping")}</p>}
      <Suspense>{!isAllowed && <NeedsAccess />}</Suspense>
      {/* Before the examples: by keyboard, a dozen of them would come first. */}
      <div className={styles.ways}>
        {isDemo && mayUseOwnKey && (
          <Button
            variant="solid"
            size="small"
            icon={KeyRound}
            aria-haspopup="dialog"
            onClick={() => useUi.getState().openDialog({ kind: "add-key" })}
          >
            {t("access.useOwnKey")}
          </Button>
        )}
        <Suspense>{isIdle && !isPhone && <LocalModels sessionId={sessionId} />}</Suspense>
      </div>
      {isDemo && <DemoSamples sessionId={sessionId} />}
      {/* The masks follow when idle. Their space is reserved, so that the greeting does not move. */}
      {isAllowed && !isHidden("masks") && (
        <div className={styles.masks}>
          <Suspense>{isIdle && <RecentMasks sessionId={sessionId} />}</Suspense>
        </div>
      )}
    </div>
  );
});
