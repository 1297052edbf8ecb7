"use client";
import { useTranslations } from "use-intl";
import { Mark } from "@/components/shell/mark";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { Spinner } from "@/components/ui/spinner";
import styles from "./artifact.module.css";

/** A shared page that is loading. */
export function LoadingPage({ label }: { readonly label: string }) {
  return (
    <div className={styles.middle} role="status">
      <Spinner />
      <h1 className={styles.loading}>{label}</h1>
    </div>
  );
}

interface MissingPageProps {
  readonly heading: string;
  readonly text: string;
  /** Loads the page again; absent if that cannot help. */
  readonly onAgain?: () => void;
}

/** A shared page that cannot be shown, with the reason. */
export function MissingPage({ heading, text, onAgain }: MissingPageProps) {
  const t = useTranslations("artifact");
  return (
    <div className={styles.middle}>
      <EmptyState
        level={1}
        mark={onAgain ? undefined : <Mark />}
        heading={heading}
        text={text}
        action={
          <>
            {onAgain && (
              <Button variant="solid" onClick={onAgain}>
                {t("again")}
              </Button>
            )}
            <LinkButton href="/">{t("home")}</LinkButton>
          </>
        }
      />
    </div>
  );
}
