"use client";
import { memo, useEffect } from "react";
import { useTranslations } from "use-intl";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { Select } from "@/components/ui/select";
import { modelSettings } from "@/lib/chat/model-settings";
import { hasImageManner, imageSizesOf } from "@/lib/models/model-rows";
import styles from "./image-options.module.css";

/** Options of an image model: size, and, if it supports them, quality and style. */
export const ImageOptions = memo(function ImageOptions({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("imageOptions");
  const settings = useUsedSettings(sessionId);
  const sizes = settings ? imageSizesOf(settings.model) : [];
  const fallback = settings && !sizes.includes(settings.size) ? sizes[0] : undefined;
  // A size chosen for another model would be rejected by this one.
  useEffect(() => {
    if (fallback !== undefined) changeModelSettings(sessionId, { size: fallback });
  }, [fallback, sessionId]);
  if (!settings || sizes.length === 0) return null;
  const hasManner = hasImageManner(settings.model);
  return (
    <div className={styles.options}>
      <Select
        label={t("size")}
        value={fallback ?? settings.size}
        options={sizes.map((size) => ({ value: size, label: size.replace("x", "×") }))}
        onChange={(size) => changeModelSettings(sessionId, { size })}
      />
      {hasManner && (
        <>
          <Select
            label={t("quality")}
            value={settings.quality}
            options={modelSettings.quality.options.map((value) => ({ value, label: t(value) }))}
            onChange={(quality) => changeModelSettings(sessionId, { quality })}
          />
          <Select
            label={t("style")}
            value={settings.style}
            options={modelSettings.style.options.map((value) => ({ value, label: t(value) }))}
            onChange={(style) => changeModelSettings(sessionId, { style })}
          />
        </>
      )}
    </div>
  );
});
