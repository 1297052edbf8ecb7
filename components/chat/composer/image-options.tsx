"use client";
import { memo } from "react";
import { useTranslations } from "use-intl";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { Select } from "@/components/ui/select";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { isSettingHidden } from "@/lib/platform/site-rules";
import { fitting, imageChoices } from "@/lib/providers/image-choices";
import { placeInUse, useAccess } from "@/store/settings/access";
import styles from "./image-options.module.css";

/** The options of an image model: those that it accepts. */
export const ImageOptions = memo(function ImageOptions({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("imageOptions");
  const settings = useUsedSettings(sessionId);
  const place = useAccess((access) => placeInUse(access, settings?.providerName ?? ""));
  const choices = settings ? choicesOf(settings, place) : [];
  if (!settings || choices.length === 0) return null;
  return (
    <div className={styles.options}>
      {choices.map(({ name, options }) => (
        <Select
          key={name}
          label={t(name)}
          value={String(fitting(options, String(settings[name])))}
          options={options.map((value) => ({
            value,
            label: t.has(value as "auto") ? t(value as "auto") : plainLabel(value),
          }))}
          onChange={(value) =>
            changeModelSettings(sessionId, { [name]: name === "imageCount" ? Number(value) : value })
          }
        />
      ))}
    </div>
  );
});

interface ImageChoice {
  readonly name: "size" | "aspectRatio" | "quality" | "style" | "background" | "imageFormat" | "imageCount";
  readonly options: readonly string[];
}

/** Returns the settings that the model accepts and the operator does not hide, with their options. */
function choicesOf({ model, background }: ModelSettings, place: string): readonly ImageChoice[] {
  const {
    sizes,
    aspectRatios,
    qualities,
    styles: manners,
    backgrounds,
    formats,
    maxCount = 1,
  } = imageChoices(place, model);
  const isTransparent = backgrounds !== undefined && background === "transparent";
  const all: readonly (readonly [ImageChoice["name"], readonly string[] | undefined])[] = [
    ["size", sizes],
    ["aspectRatio", aspectRatios],
    ["quality", qualities],
    ["style", manners],
    ["background", backgrounds],
    // JPEG has no transparency.
    ["imageFormat", formats?.filter((format) => !isTransparent || format !== "JPEG")],
    ["imageCount", maxCount > 1 ? Array.from({ length: maxCount }, (_, index) => String(index + 1)) : undefined],
  ];
  return all.flatMap(([name, options]) => (options && !isSettingHidden(name) ? [{ name, options }] : []));
}

function plainLabel(value: string): string {
  return value.replace("x", "×");
}
