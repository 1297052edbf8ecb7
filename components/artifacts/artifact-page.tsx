"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useErrorMessage } from "@/components/use-error-message";
import { brand } from "@/lib/platform/brand";
import { ArtifactView } from "./artifact-view";
import { LoadingPage, MissingPage } from "./page-states";
import { useSharedPage } from "./use-shared-page";

/** Loads the page in the URL and shows it, or the reason it is not available. */
export function ArtifactPage() {
  const t = useTranslations("artifact");
  const errorMessage = useErrorMessage();
  const id = useArtifactId();
  const { page, again } = useSharedPage(id);

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  switch (page.state) {
    case "loading":
      return <LoadingPage label={t("loading")} />;
    case "gone":
      return <MissingPage heading={t("gone")} text={t("goneText")} />;
    case "failed":
      return <MissingPage heading={t("failed")} text={errorMessage(page.error)} onAgain={again} />;
    case "ready":
      return <ArtifactView id={id} html={page.html} />;
  }
}

/** Returns the page's id: from the path, or, on static hosts and in old links, from the query. */
function useArtifactId(): string {
  const asked = useSearchParams().get("id");
  const [, inPath = ""] = /\/artifacts\/([^/]+)\/?$/.exec(usePathname()) ?? [];
  return asked ?? inPath;
}
