"use client";
import { useTranslations } from "use-intl";
import { emojiGlyph } from "@/components/ui/emoji-glyph";
import { Select } from "@/components/ui/select";
import { skinTones } from "@/lib/settings/app-settings";
import { useSettings } from "@/store/settings/settings";
import styles from "./emoji-picker.module.css";

/** The choice of a skin tone for emoji of people and hands. */
export function SkinTones() {
  const t = useTranslations("emoji");
  const { skinTone, setSkinTone } = useSettings();
  const options = skinTones.map((tone) => {
    const hand = emojiGlyph(tone === "none" ? "270b" : `270b-${tone}`);
    return { value: tone, label: `${hand} ${t(`tone_${tone}`)}` };
  });
  return <Select className={styles.tone} label={t("tone")} value={skinTone} options={options} onChange={setSkinTone} />;
}
