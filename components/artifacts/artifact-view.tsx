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

interface ArtifactViewProps {
  readonly id: string;
  readonly html: string;
}

/** A running shared page in a frame that is isolated from the app, and its code. */
export function ArtifactView({ id, html }: ArtifactViewProps) {
  const t = useTranslations();
  const [title, setTitle] = useState("");
  const [side, setSide] = useState<Side>("preview");
  const [hasNetwork, setNetwork] = useState(false);
  const [runs, setRuns] = useState(0);
  const screen = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen(screen);
  const heading = title || t("artifact.title");

  return (
    <section ref={screen} className={styles.screen} aria-label={heading}>
      <header className={styles.head}>
        <IconLink icon={ChevronLeft} flip label={t("artifact.home")} href="/" />
        <div className={styles.titles}>
          <h1 className={styles.title} dir="auto">
            {heading}
          </h1>
          <p className={styles.size}>
            {isPicture(html) ? "SVG" : "HTML"} · {t("markdown.lines", { count: html.split("\n").length })}
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
        <DownloadButton id={id} html={html} title={title} />
        <IconButton
          icon={isFull ? Minimize2 : Maximize2}
          label={t(isFull ? "markdown.leaveFullScreen" : "markdown.fullScreen")}
          onClick={toggle}
        />
        <LinkButton id={id} />
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
            <CodeBlock code={html} language={isPicture(html) ? "svg" : "html"} isLive={false} />
          </div>
        )}
      </TabPanel>
    </section>
  );
}

function isPicture(html: string): boolean {
  return /^\s*<svg\b/i.test(html);
}

function DownloadButton({ id, html, title }: ArtifactViewProps & { readonly title: string }) {
  const t = useTranslations("artifact");
  function download() {
    const [ending, type] = isPicture(html) ? ["svg", "image/svg+xml"] : ["html", "text/html"];
    saveFile(new Blob([html], { type }), `${fileNameOf(title, id)}.${ending}`);
  }
  return <IconButton icon={Download} label={t("download")} onClick={download} />;
}

function LinkButton({ id }: Pick<ArtifactViewProps, "id">) {
  const t = useTranslations("artifact");
  const { copy } = useCopy();
  async function share() {
    await copy(pageLink(id));
    useUi.getState().toast({ kind: "copied" });
  }
  return <IconButton icon={Link} label={t("copyLink")} onClick={() => void share()} />;
}
