import { useEffect, useRef, useState } from "react";
import { basePath } from "@/lib/platform/build-info";
import styles from "./preview.module.css";
import { readPreviewReport } from "./preview-report";

/** What `/preview.html` is told to show, and what that may do. */
export interface PreviewPage {
  readonly html: string;
  readonly mayRun: boolean;
  readonly hasNetwork: boolean;
}

interface PreviewFrameProps {
  readonly page: PreviewPage;
  readonly title: string;
  /** The title that the page gives itself, as text. */
  readonly onTitle: (title: string) => void;
  /** Fills the place around it, however high the page is. */
  readonly isWhole?: boolean;
}

/** Draws a page in a frame of an origin of its own, as high as the page is, within bounds. */
export function PreviewFrame({ page, title, onTitle, isWhole = false }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);

  useEffect(() => {
    function onMessage(event: MessageEvent) {
      if (!frame.current || event.source !== frame.current.contentWindow) return;
      const report = readPreviewReport(event.data);
      if (!report) return;
      setHeight(report.height);
      onTitle(report.title);
    }
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [onTitle]);

  return (
    <iframe
      ref={frame}
      className={isWhole ? styles.whole : styles.frame}
      title={title}
      src={`${basePath}/preview.html`}
      sandbox="allow-scripts allow-forms"
      referrerPolicy="no-referrer"
      style={height === null || isWhole ? undefined : { blockSize: `${height}px`, aspectRatio: "auto" }}
      // A frame of an opaque origin can be addressed by no other target than any.
      onLoad={() => frame.current?.contentWindow?.postMessage(page, "*")}
    />
  );
}
