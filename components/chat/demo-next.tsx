"use client";
import { KeyRound } from "lucide-react";
import { useTranslations } from "use-intl";
import { isOfDemo, useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { Button } from "@/components/ui/button";
import { useUi } from "@/store/base/ui";
import { useAccess } from "@/store/settings/access";
import styles from "./demo-next.module.css";
import { DemoSamples } from "./demo-samples";

/** The end of the demonstration's last reply: more samples, and the way to a real model. */
export function DemoNext({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("thread");
  const isDemo = isOfDemo(useUsedSettings(sessionId));
  const mayUseOwnKey = useAccess((access) => !access.flags?.hideUserApiKey);
  if (!isDemo) return null;
  return (
    <div className={styles.next}>
      <DemoSamples sessionId={sessionId} />
      {mayUseOwnKey && (
        <Button
          variant="line"
          size="small"
          icon={KeyRound}
          aria-haspopup="dialog"
          onClick={() => useUi.getState().openDialog({ kind: "add-key" })}
        >
          {t("connectModel")}
        </Button>
      )}
    </div>
  );
}
