"use client";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import styles from "@/components/chat/comparison/ask-several-dialog.module.css";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { useAllMasks } from "@/components/masks/use-masks";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { SearchField } from "@/components/ui/search-field";
import { matchingMasks } from "@/lib/chat/mask-list";
import { projectLimits } from "@/lib/chat/project";
import { withMasksFirst } from "@/lib/chat/project-masks";

interface MasksDialogProps {
  /** Ids of the chosen masks, in their order. */
  readonly chosen: readonly string[];
  readonly onChange: (patch: { readonly masks: readonly string[] }) => void;
  readonly onClose: () => void;
}

/** Maximum number of rendered rows; a search finds the other masks. */
const maxRows = 60;

/** The choice of the masks of a project. Changes apply at once. */
export function MasksDialog({ chosen, onChange, onClose }: MasksDialogProps) {
  const t = useTranslations();
  const [query, setQuery] = useState("");
  // Rows do not move while masks are chosen.
  const [first] = useState(chosen);
  const all = useAllMasks();
  const found = useMemo(() => matchingMasks(withMasksFirst(all, first), query), [all, first, query]);
  const isFull = chosen.length >= projectLimits.masks;
  const title = t("sidebarNav.masks");
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      subtitle={t("projects.masksHint")}
      closeLabel={t("app.close")}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("toolChoice.done")}
        </Button>
      }
    >
      <div className={styles.models}>
        <SearchField value={query} onChange={setQuery} label={t("masks.search")} clearLabel={t("masks.clearSearch")} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, which the dialog already shows */}
        <div role="group" aria-label={title} className={styles.list}>
          {found.slice(0, maxRows).map(({ id, name, avatar, modelConfig }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              disabled={isFull && !chosen.includes(id)}
              onChange={(isOn) => onChange({ masks: isOn ? [...chosen, id] : chosen.filter((each) => each !== id) })}
            >
              <span className={styles.model}>
                <MaskAvatar avatar={avatar} model={modelConfig.model} size="medium" />
                <span className={styles.name}>{name || t("masks.untitled")}</span>
              </span>
            </Checkbox>
          ))}
          {found.length > maxRows && <p className={styles.count}>{t("projects.moreMasks")}</p>}
        </div>
        <p role="status" className={styles.count}>
          {found.length === 0 && t("masks.nothingFound")}
        </p>
      </div>
    </Dialog>
  );
}
