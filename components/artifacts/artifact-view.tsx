"use client";
import { ChevronLeft, Download, Globe, GlobeLock, Link, Maximize2, Minimize2, RotateCw } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { CodeBlock } from "@/components/markdown/code-block";
import { PreviewFrame } from "@/components/markdown/preview-frame";
import { useFullScreen } from "@/components/markdown/use-full-screen";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { useCopy } from "@/components/use-copy";
import { fileNameOf } from "@/lib/export/file-name";
import { saveFile } from "@/store/base/save-file";
import { useUi } from "@/store/base/ui";
import { pageLink } from "@/store/sharing/shared-pages";
import styles from "./artifact.module.css";

type Side = "preview" | "code";

/** A running shared page in a frame that is isolated from the app, and its code. */
export function ArtifactView({ id, html }: { readonly id: string; readonly html: string }) {
  const t = useTranslations();
  const [title, setTitle] = useState("");
  const [side, setSide] = useState<Side>("preview");
  const [hasNetwork, setNetwork] = useState(false);
  const [runs, setRuns] = useState(0);
  const screen = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen(screen);
  const { copy } = useCopy();
  const heading = title || t("artifact.title");
  const isPicture = /^\s*<svg\b/i.test(html);

  async function share() {
    await copy(pageLink(id));
    useUi.getState().toast({ kind: "copied" });
  }

  function download() {
    const ending = isPicture ? "svg" : "html";
    const type = isPicture ? "image/svg+xml" : "text/html";
    saveFile(new Blob([html], { type }), `${fileNameOf(title, id)}.${ending}`);
  }

  return (
    <section ref={screen} className={styles.screen} aria-label={heading}>
      <header className={styles.head}>
        <IconLink icon={ChevronLeft} flip label={t("artifact.home")} href="/" />
        <div className={styles.titles}>
          <h1 className={styles.title} dir="auto">
            {heading}
          </h1>
          <p className={styles.size}>
            {isPicture ? "SVG" : "HTML"} · {t("markdown.lines", { count: html.split("\n").length })}
          </p>
        </div>
        <Tabs
          label={t("artifact.sides")}
          name="artifact"
          value={side}
          tabs={[
            { value: "preview", label: t("artifact.preview") },
            { value: "code", label: t("artifact.code") },
          ]}
          onChange={setSide}
        />
        <IconButton
          icon={hasNetwork ? Globe : GlobeLock}
          label={t(hasNetwork ? "markdown.blockNetwork" : "markdown.allowNetwork")}
          pressed={hasNetwork}
          onClick={() => setNetwork(!hasNetwork)}
        />
        <IconButton icon={RotateCw} label={t("markdown.reloadPage")} onClick={() => setRuns(runs + 1)} />
        <IconButton icon={Download} label={t("artifact.download")} onClick={download} />
        <IconButton
          icon={isFull ? Minimize2 : Maximize2}
          label={t(isFull ? "markdown.leaveFullScreen" : "markdown.fullScreen")}
          onClick={toggle}
        />
        <IconButton icon={Link} label={t("artifact.copyLink")} onClick={() => void share()} />
      </header>
      <p className={styles.origin}>{t("artifact.byVisitor")}</p>
      <TabPanel name="artifact" value={side} className={styles.panel}>
        {side === "preview" ? (
          <PreviewFrame
            // A new frame for another policy or run.
            key={`${runs} ${hasNetwork}`}
            page={{ html, mayRun: true, hasNetwork }}
            title={heading}
            onTitle={setTitle}
            isWhole
          />
        ) : (
          <div className={styles.code}>
            <CodeBlock code={html} language={isPicture ? "svg" : "html"} isLive={false} />
          </div>
        )}
      </TabPanel>
    </section>
  );
}
