import { Globe, GlobeLock, Link, Maximize2, Minimize2, RotateCw } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Icon } from "@/components/ui/icon";
import { useAccess } from "@/store/settings/access";
import { sharePage } from "@/store/sharing/shared-pages";
import { CodeButton } from "./code-button";
import styles from "./preview.module.css";
import { PreviewFrame } from "./preview-frame";
import { useFullScreen } from "./use-full-screen";

const ShareDialog = lazyGroup(() => import("@/components/sharing/share-dialog")).component("ShareDialog");

/**
 * A preview of a page that a model wrote, isolated from the app and, unless the user allows it, from the network
 * (docs/decisions/0023).
 */
export function PagePreview({ code, mayRun }: { code: string; mayRun: boolean }) {
  const t = useTranslations("markdown");
  const figure = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen(figure);
  const [hasNetwork, setNetwork] = useState(false);
  const [title, setTitle] = useState("");
  const [runs, setRuns] = useState(0);
  const canShare = useAccess(({ flags }) => flags?.artifacts === true);
  // Once opened, it stays mounted for its closing animation.
  const [sharing, setSharing] = useState<"closed" | "open" | null>(null);
  return (
    <figure ref={figure} className={styles.figure}>
      <figcaption className={styles.head}>
        <span className={styles.title} dir="auto">
          {title || t("page")}
        </span>
        <button
          type="button"
          className={styles.network}
          aria-pressed={hasNetwork}
          title={t(hasNetwork ? "blockNetwork" : "allowNetwork")}
          onClick={() => setNetwork(!hasNetwork)}
        >
          <Icon glyph={hasNetwork ? Globe : GlobeLock} size="chevron" />
          {t(hasNetwork ? "networkAllowed" : "networkBlocked")}
        </button>
        <CodeButton label={t("reloadPage")} icon={RotateCw} onClick={() => setRuns(runs + 1)} />
        {canShare && <CodeButton label={t("sharePage")} icon={Link} onClick={() => setSharing("open")} />}
        <CodeButton
          label={t(isFull ? "leaveFullScreen" : "fullScreen")}
          icon={isFull ? Minimize2 : Maximize2}
          onClick={toggle}
        />
      </figcaption>
      <PreviewFrame
        // A new frame for another page, policy or run.
        key={`${runs} ${hasNetwork} ${code}`}
        page={{ html: code, mayRun, hasNetwork }}
        title={title || t("page")}
        onTitle={setTitle}
      />
      {sharing && (
        <Suspense>
          <ShareDialog
            title={t("sharePage")}
            targets={[{ host: location.host, send: () => sharePage(code) }]}
            open={sharing === "open"}
            onClose={() => setSharing("closed")}
          />
        </Suspense>
      )}
    </figure>
  );
}
