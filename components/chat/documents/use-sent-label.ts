import { useFormatter, useTranslations } from "use-intl";
import { countPages, sentTokens } from "@/lib/chat/sent-documents";
import type { StoredDocument } from "@/lib/chat/text-file";

/** Returns a function that describes what is sent of a document, such as "12 of 340 pages, 8,400 tokens". */
export function useSentLabel(): (document: StoredDocument) => string {
  const t = useTranslations("documents");
  const format = useFormatter();
  return (document) => {
    const { pages, sent } = document;
    const tokens = Math.round(sentTokens(document));
    if (sent === "passages") return t("passagesSent", { tokens });
    const chosen = Math.min(countPages(sent), pages);
    const pageCount =
      sent === "whole" || sent === "file" ? t("pageCount", { count: pages }) : t("chosenPages", { chosen, pages });
    const parts = [...(sent === "file" ? [t("file")] : []), ...(pages > 0 ? [pageCount] : [])];
    return format.list([...parts, t("tokenCount", { count: tokens })], { type: "unit" });
  };
}
