"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyWithWords } from "@/components/all-words";
import { useAvailableModels } from "@/components/chat/use-used-settings";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { findModel } from "@/lib/models/model-list";
import { useSettings } from "@/store/settings";

const ModelDialog = lazyWithWords(async () => (await import("@/components/chat/model-dialog")).default);

/** The model that new chats start with. */
export function DefaultModelRow() {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const models = useAvailableModels();
  const settings = useSettings((store) => store.modelConfig);
  const setModelConfig = useSettings((store) => store.setModelConfig);
  return (
    <ListRow title={t("settings.defaultModel")} subtitle={t("settings.defaultModelHint")}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {settings.model}
      </Button>
      {isOpen && (
        <Suspense>
          <ModelDialog
            models={models}
            value={findModel(models, settings)}
            subtitle={t("settings.defaultModelHint")}
            onClose={() => setOpen(false)}
            onPick={({ name, provider: { providerName } }) => setModelConfig({ model: name, providerName })}
          />
        </Suspense>
      )}
    </ListRow>
  );
}
