"use client";
import { useTranslations } from "use-intl";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import type { MissingTools as Missing } from "@/lib/chat/tool";
import { areToolsHidden } from "@/lib/platform/brand";
import { maxTools } from "@/lib/tools/unique-names";
import { useAccess } from "@/store/settings/access";
import { useToolNames } from "./use-tool-names";

/** The notice of a reply whose model did not get all tools of the chat. */
export function MissingTools({ missing }: { readonly missing: Missing }) {
  const t = useTranslations("toolCalls");
  const { titleName } = useToolNames();
  const { sources, search, beyondLimit, more } = missing;
  const maySetUp = useAccess(({ reach }) => !reach.refusesOwnKeys) && !areToolsHidden();
  return (
    <Notice
      kind="warn"
      level={4}
      heading={t("missing")}
      text={
        <>
          {sources.length > 0 && <p>{t("unreachable", { names: sources.map(titleName).join(", ") })}</p>}
          {search && <p>{t(search === "unsupported" ? "searchUnsupported" : "searchWithTools")}</p>}
          {beyondLimit.length > 0 && (
            <p>{t("beyondLimit", { max: String(maxTools), names: named(beyondLimit, more) })}</p>
          )}
        </>
      }
      actions={
        search === "unsupported" &&
        maySetUp && (
          <LinkButton size="small" variant="quiet" href="/settings#searchFields.engine">
            {t("setUpSearch")}
          </LinkButton>
        )
      }
    />
  );
}

function named(names: readonly string[], more: number): string {
  return names.join(", ") + (more > 0 ? ` +${more}` : "");
}
