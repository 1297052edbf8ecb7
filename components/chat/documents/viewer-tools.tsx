"use client";
import { useTranslations } from "use-intl";
import { Segmented } from "@/components/ui/segmented";
import type { DocumentPage } from "@/lib/documents/document-pages";
import styles from "./document-viewer.module.css";
import { PageNavigation } from "./page-navigation";
import type { Viewer, ViewerMode } from "./use-viewer";

/** The buttons above a document: the page, and the choice between pages and text. */
export function ViewerTools({ viewer, shown }: { readonly viewer: Viewer; readonly shown: number }) {
  const t = useTranslations("documents");
  const { pages, pdf, shownPdf, mode, setMode, index, go } = viewer;
  const count = shownPdf ? shownPdf.pdf.numPages : pages.length;
  if (count <= 1 && pdf === undefined) return null;
  return (
    <div className={styles.tools}>
      {count > 1 && (
        <PageNavigation
          index={mode === "text" ? shown : index}
          count={count}
          labels={mode === "text" ? sectionLabels(pages) : undefined}
          onGo={go}
        />
      )}
      {pdf !== undefined && pdf !== "failed" && (
        <Segmented<ViewerMode>
          label={t("shownAs")}
          value={mode}
          options={[
            { value: "pages", label: t("pageRanges") },
            { value: "text", label: t("asText") },
          ]}
          onChange={setMode}
        />
      )}
    </div>
  );
}

/** Returns the names of sheets and sections; undefined for pages with numbers. */
function sectionLabels(pages: readonly DocumentPage[]): readonly string[] | undefined {
  const isNumbered = pages.every(({ kind }) => kind === "page" || kind === "slide");
  return isNumbered ? undefined : pages.map(({ label }) => label);
}
