"use client";
import { useFormatter, useTranslations } from "use-intl";
import type { Mask } from "@/lib/chat/mask";
import { changedSettings } from "@/lib/chat/mask-link";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { Messages } from "@/locales/messages";
import styles from "./mask-link-dialog.module.css";

interface LinkedSettingsProps {
  readonly mask: Mask;
  /** Settings to compare with; the defaults if absent. */
  readonly comparedWith?: ModelSettings | undefined;
}

/**
 * The settings of a mask that differ from others. Without others they are compared with the defaults, and the model is
 * always shown (docs/security.md#i85).
 */
export function LinkedSettings({ mask, comparedWith }: LinkedSettingsProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { model, providerName } = mask.modelConfig;
  const { model: _model, providerName: _provider, ...others } = changedSettings(mask.modelConfig, comparedWith);
  const isModelShown = comparedWith?.model !== model || comparedWith.providerName !== providerName;
  if (mask.syncGlobalConfig || (!isModelShown && Object.keys(others).length === 0)) {
    return <p className={styles.settings}>{t("maskLink.global")}</p>;
  }
  return (
    <dl className={styles.settings}>
      {isModelShown && (
        <Setting name={t("models.title")} value={t("maskLink.modelOf", { model, provider: providerName })} />
      )}
      {Object.entries(others).map(([name, value]) => (
        <Setting key={name} name={t(`fields.${name as keyof Messages["fields"]}`)} value={inWords(value)} />
      ))}
    </dl>
  );

  function inWords(value: string | number | boolean): string {
    if (typeof value === "boolean") return t(value ? "maskLink.on" : "maskLink.off");
    return typeof value === "number" ? format.number(value) : value;
  }
}

function Setting({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
