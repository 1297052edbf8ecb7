import type { useTranslations } from "use-intl";
import { builtinPresetIds, builtinPresetTags } from "@/lib/tools/mcp/builtin-presets";
import type { McpPreset, PresetProperty } from "@/lib/tools/mcp/presets";

/** The function that returns the texts of the market. */
export type Translate = ReturnType<typeof useTranslations<"mcp">>;

/** Returns a server of the list that is part of the app in the user's language, and any other one as it is. */
export function translatedPreset(preset: McpPreset, t: Translate): McpPreset {
  const id = builtinPresetIds.find((each) => each === preset.id);
  if (!preset.isBuiltin || !id) return preset;
  const { program, tags } = preset;
  return {
    ...preset,
    description: t(`about_${id}`),
    tags: tags.map((tag) => {
      const known = builtinPresetTags.find((each) => each === tag);
      return known ? t(`tag_${known}`) : tag;
    }),
    ...(program && { program: { ...program, properties: translatedProperties(program.properties, t) } }),
  };
}

function translatedProperties({ folders, file, ...others }: Readonly<Record<string, PresetProperty>>, t: Translate) {
  return {
    ...others,
    ...(folders && {
      folders: {
        ...folders,
        description: t("field_folders"),
        itemLabel: t("item_folders"),
        addButtonText: t("add_folders"),
      },
    }),
    ...(file && { file: { ...file, description: t("field_file") } }),
  };
}
