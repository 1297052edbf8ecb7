"use client";
import { Cpu } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { isInShell } from "@/lib/platform/desktop";
import { useAccess } from "@/store/settings/access";
import { hasNoKey } from "@/store/settings/add-key";
import { type LocalFinding, useModels } from "@/store/settings/models";
import styles from "./empty-chat.module.css";
import { FamilyAvatar } from "./session-avatar";

type Search =
  | { readonly state: "idle" | "searching" }
  | { readonly state: "done"; readonly found: readonly LocalFinding[] };

/** Maximum number of models shown as chips; the rest are in the model dialog. */
const shownModels = 8;

/**
 * Searches for model servers on this computer on request, and connects the chat with the chosen one. Only shown while
 * no key is set.
 */
export function LocalModels({ sessionId }: { sessionId: string }) {
  const t = useTranslations("models");
  const isOffered = useAccess(hasNoKey);
  const [search, setSearch] = useState<Search>({ state: "idle" });
  const found = search.state === "done" ? search.found : [];
  const models = found.flatMap(({ providerName, models: names }) => names.map((name) => ({ name, providerName })));

  async function look() {
    setSearch({ state: "searching" });
    setSearch({ state: "done", found: await useModels.getState().findLocal() });
  }

  if (!isOffered) return null;
  return (
    <div className={styles.local} aria-live="polite">
      {models.length === 0 && (
        <Button variant="quiet" size="small" icon={Cpu} busy={search.state === "searching"} onClick={() => void look()}>
          {t(search.state === "done" ? "again" : "localTitle")}
        </Button>
      )}
      {search.state === "searching" && <p className={styles.hint}>{t("localSearching")}</p>}
      {search.state === "done" && models.length === 0 && (
        <>
          <p>{t("localNone")}</p>
          <p className={styles.hint}>
            {isInShell() ? t("localNoneDesktop") : t("localNoneHint", { origin: location.origin })}
          </p>
        </>
      )}
      {models.length > 0 && (
        <>
          <p>{t("localFound", { count: models.length })}</p>
          <div className={styles.found}>
            {models.slice(0, shownModels).map((model) => (
              <Chip
                key={`${model.name}@${model.providerName}`}
                onClick={() => changeModelSettings(sessionId, { model: model.name, providerName: model.providerName })}
              >
                <FamilyAvatar model={model.name} size="small" />
                {model.name}
              </Chip>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
