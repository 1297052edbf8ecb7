import { useFormatter, useTranslations } from "use-intl";
import { countPages, pagesAsImages, sentTokens } from "@/lib/chat/sent-documents";
import type { StoredDocument } from "@/lib/chat/text-file";

/** Returns a function that describes what is sent of a document, such as "12 of 340 pages, 8,400 tokens". */
export function useSentLabel(): (document: StoredDocument) => string {
  const t = useTranslations("documents");
  const format = useFormatter();
  return (document) => {
    const { pages, sent } = document;
    const tokens = Math.round(sentTokens(document));
    if (sent === "passages") return t("passagesSent", { tokens });
    const images = pagesAsImages(document);
    const isWhole = sent === "whole" || sent === "file";
    const chosen = isWhole ? pages : (images?.length ?? Math.min(countPages(sent), pages));
    const pageCount =
      isWhole || (images && chosen === pages) ? t("pageCount", { count: pages }) : t("chosenPages", { chosen, pages });
    const kind = [...(sent === "file" ? [t("file")] : []), ...(images ? [t("images")] : [])];
    const parts = [...kind, ...(pages > 0 ? [pageCount] : [])];
    return format.list([...parts, t("tokenCount", { count: tokens })], { type: "unit" });
  };
}
