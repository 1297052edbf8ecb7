"use client";
import { useTranslations } from "use-intl";
import { usePromptSources } from "@/components/prompts/use-prompt-sources";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { useUi } from "@/store/base/ui";
import { usePrompts } from "@/store/library/prompts";

/** The number of prompts, and a button that opens them. */
export function PromptsRow() {
  const t = useTranslations("promptList");
  const { own, builtin } = usePromptSources();
  const hasFailed = usePrompts(({ builtinState }) => builtinState === "failed");
  const counts = { builtin: builtin.length, own: own.length };
  return (
    <ListRow title={t("title")} subtitle={t(hasFailed ? "countWithoutBuiltin" : "count", counts)} anchor="prompts">
      <Button onClick={() => useUi.getState().openDialog({ kind: "prompts" })}>{t("edit")}</Button>
    </ListRow>
  );
}
