"use client";
import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import type { MissingTools as Missing } from "@/lib/chat/tool";
import { maxTools } from "@/lib/tools/unique-names";

/** The notice of a reply whose model did not get all tools of the chat. */
export function MissingTools({ missing }: { readonly missing: Missing }) {
  const t = useTranslations("toolCalls");
  const { sources, search, beyondLimit, more } = missing;
  return (
    <Notice
      kind="warn"
      level={4}
      heading={t("missing")}
      text={
        <>
          {sources.length > 0 && <p>{t("unreachable", { names: sources.join(", ") })}</p>}
          {search && <p>{t(search === "unsupported" ? "searchUnsupported" : "searchWithTools")}</p>}
          {beyondLimit.length > 0 && (
            <p>{t("beyondLimit", { max: String(maxTools), names: named(beyondLimit, more) })}</p>
          )}
        </>
      }
    />
  );
}

function named(names: readonly string[], more: number): string {
  return names.join(", ") + (more > 0 ? ` +${more}` : "");
}
