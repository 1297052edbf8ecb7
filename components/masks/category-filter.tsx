"use client";
import { useTranslations } from "use-intl";
import { Chip } from "@/components/ui/chip";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Mask } from "@/lib/chat/mask";
import { categoriesOf } from "@/lib/chat/mask-categories";
import styles from "./category-filter.module.css";

interface CategoryFilterProps {
  /** The masks of the list, whose categories are offered. */
  readonly masks: readonly Mask[];
  /** The chosen category; empty for all. */
  readonly value: string;
  readonly onChange: (category: string) => void;
}

/** A filter by category, one chip each. A second press on a chip removes the filter. */
export function CategoryFilter({ masks, value, onChange }: CategoryFilterProps) {
  const t = useTranslations("maskCatalog");
  const categories = categoriesOf(masks);
  if (categories.length === 0) return null;
  return (
    <fieldset className={styles.chips}>
      <legend>
        <VisuallyHidden>{t("category")}</VisuallyHidden>
      </legend>
      <Chip pressed={value === ""} onClick={() => onChange("")}>
        {t("all")}
      </Chip>
      {categories.map((category) => (
        <Chip key={category} pressed={value === category} onClick={() => onChange(value === category ? "" : category)}>
          {t(category)}
        </Chip>
      ))}
    </fieldset>
  );
}
