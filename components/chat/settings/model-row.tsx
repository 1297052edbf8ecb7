"use client";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ListRow } from "@/components/ui/list-row";
import { findModel } from "@/lib/models/model-list";
import ModelDialog from "./model-dialog";
import styles from "./model-row.module.css";
import { useAvailableModels } from "./use-used-settings";

interface ModelRowProps {
  readonly title: string;
  readonly subtitle?: string;
  /** The id of the row in the screen's URL hash. */
  readonly anchor?: string;
  readonly model: string;
  readonly providerName: string;
  /** The button's text while no model is chosen. */
  readonly unset: string;
  readonly onPick: (model: string, providerName: string) => void;
  /** A control beside the button. */
  readonly children?: ReactNode;
}

/** A row with a button that shows a model and opens the model dialog. */
export function ModelRow(props: ModelRowProps) {
  const { title, subtitle, anchor, model, providerName, unset, onPick, children } = props;
  const t = useTranslations("composer");
  const [isOpen, setOpen] = useState(false);
  const models = useAvailableModels();
  const chosen = findModel(models, { model, providerName });
  const name = chosen?.displayName ?? (model || unset);
  return (
    <ListRow title={title} subtitle={subtitle} anchor={anchor} also={[name]}>
      {children}
      <Button
        aria-haspopup="dialog"
        aria-label={model ? t("model", { model: name }) : `${title}: ${name}`}
        onClick={() => setOpen(true)}
      >
        <span className={styles.model}>
          {model && <FamilyAvatar model={model} provider={chosen?.provider.id} size="small" />}
          <span className={styles.name} dir={model ? "ltr" : undefined}>
            {name}
          </span>
          <Icon glyph={ChevronDown} size="chevron" />
        </span>
      </Button>
      {isOpen && (
        <ModelDialog
          models={models}
          value={chosen}
          subtitle={title}
          onClose={() => setOpen(false)}
          onPick={({ name: picked, provider }) => onPick(picked, provider.providerName)}
        />
      )}
    </ListRow>
  );
}
