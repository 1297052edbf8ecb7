"use client";
import { Plus, X } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { TextField } from "@/components/ui/text-field";
import styles from "./mcp-market.module.css";

interface TextListProps {
  readonly label: string;
  /** The label of an entry, if it differs. */
  readonly itemLabel?: string;
  readonly addLabel?: string;
  readonly texts: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
}

/** An editable list of texts, such as the arguments of a program. */
export function TextList({ label, itemLabel = label, addLabel, texts, onChange }: TextListProps) {
  const t = useTranslations("mcp");
  return (
    <fieldset className={styles.headers}>
      <legend className={styles.note}>{label}</legend>
      {texts.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is only identified by its index
        <div key={place} className={styles.item}>
          <TextField
            aria-label={t("itemOf", { name: itemLabel, place: place + 1 })}
            ltr
            value={text}
            onChange={(changed) => onChange(texts.with(place, changed))}
          />
          <IconButton
            icon={X}
            label={t("removeItem", { place: place + 1 })}
            onClick={() => onChange(texts.toSpliced(place, 1))}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} onClick={() => onChange([...texts, ""])}>
        {addLabel || t("addItem")}
      </Button>
    </fieldset>
  );
}
