"use client";
import { ChevronDown } from "lucide-react";
import { memo, Suspense, useCallback, useState } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { useAvailableModels, useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { lazyGroup } from "@/components/lazy-group";
import { useShortcut } from "@/components/shell/shortcut-event";
import { captureKeys } from "@/components/ui/captured-keys";
import { Icon } from "@/components/ui/icon";
import { tipProps } from "@/components/ui/tip-props";
import { shortcuts } from "@/lib/chat/shortcuts";
import { findModel } from "@/lib/models/model-list";
import styles from "./composer.module.css";

const ModelDialog = lazyGroup(() => import("@/components/chat/settings/model-dialog")).component("default");

/** The button that shows the chat's model and opens the model dialog. */
export const ModelButton = memo(function ModelButton({ sessionId }: { sessionId: string }) {
  const t = useTranslations("composer");
  const [isOpen, setOpen] = useState(false);
  const models = useAvailableModels();
  const settings = useUsedSettings(sessionId);
  const chosen = settings && findModel(models, settings);
  const open = useCallback(() => {
    captureKeys();
    setOpen(true);
  }, []);
  useShortcut("chooseModel", open);
  return (
    <>
      <button
        type="button"
        className={styles.model}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={chosen ? t("model", { model: chosen.displayName }) : t("chooseModel")}
        onClick={open}
        {...tipProps(t("chooseModel"), shortcuts.chooseModel.keys)}
      >
        {chosen && <FamilyAvatar model={chosen.name} provider={chosen.provider.id} size="small" />}
        <span className={styles.modelName}>{chosen?.displayName ?? t("noModel")}</span>
        <Icon glyph={ChevronDown} size="chevron" />
      </button>
      {isOpen && (
        <Suspense>
          <ModelDialog
            models={models}
            value={chosen}
            onClose={() => setOpen(false)}
            onPick={({ name, provider: { providerName } }) =>
              changeModelSettings(sessionId, { model: name, providerName })
            }
          />
        </Suspense>
      )}
    </>
  );
});
