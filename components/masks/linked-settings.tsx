"use client";
import { useFormatter, useTranslations } from "use-intl";
import type { Mask } from "@/lib/chat/mask";
import { changedSettings } from "@/lib/chat/mask-link";
import type { Messages } from "@/locales/messages";
import styles from "./mask-link-dialog.module.css";

/** The settings of a mask that differ from the defaults, so that all of them are visible (docs/security.md#i85). */
export function LinkedSettings({ mask }: { readonly mask: Mask }) {
  const t = useTranslations();
  const format = useFormatter();
  if (mask.syncGlobalConfig) return <p className={styles.settings}>{t("maskLink.global")}</p>;
  const { model, providerName } = mask.modelConfig;
  const { model: _model, providerName: _provider, ...others } = changedSettings(mask.modelConfig);
  return (
    <dl className={styles.settings}>
      <Setting name={t("models.title")} value={t("maskLink.modelOf", { model, provider: providerName })} />
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
