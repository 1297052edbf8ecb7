"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Mark } from "@/components/shell/mark";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Spinner } from "@/components/ui/spinner";
import { useErrorMessage } from "@/components/use-error-message";
import { brand } from "@/lib/platform/brand";
import styles from "./artifact.module.css";
import { ArtifactView } from "./artifact-view";
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

  const home = <LinkButton href="/">{t("home")}</LinkButton>;
  switch (page.state) {
    case "loading":
      return (
        <div className={styles.middle} role="status">
          <Spinner />
          <h1 className={styles.loading}>{t("loading")}</h1>
        </div>
      );
    case "gone":
      return (
        <div className={styles.middle}>
          <EmptyState level={1} mark={<Mark />} heading={t("gone")} text={t("goneText")} action={home} />
        </div>
      );
    case "failed":
      return (
        <div className={styles.middle}>
          <EmptyState
            level={1}
            heading={t("failed")}
            text={errorMessage(page.error)}
            action={
              <>
                <Button variant="solid" onClick={again}>
                  {t("again")}
                </Button>
                {home}
              </>
            }
          />
        </div>
      );
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
