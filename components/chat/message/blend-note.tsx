"use client";
import { useFormatter, useTranslations } from "use-intl";
import { readBlend } from "@/lib/chat/blend";
import type { StoredBlend } from "@/lib/chat/message";
import styles from "./message.module.css";

/** The models from whose replies a model wrote this one. */
export function BlendNote({ blend }: { readonly blend: StoredBlend }) {
  const t = useTranslations("several");
  const format = useFormatter();
  const models = readBlend(blend)?.answers.map(({ model }) => model);
  return models && <p className={styles.stopped}>{t("blendOf", { models: format.list(models) })}</p>;
}
