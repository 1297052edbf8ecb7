import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { basePath } from "@/lib/platform/build-info";
import styles from "./preview.module.css";
import { readPreviewReport } from "./preview-report";

/** The message to `/preview.html`: a page, and what it may do. */
export interface PreviewPage {
  readonly html: string;
  readonly mayRun: boolean;
  readonly hasNetwork: boolean;
}

interface PreviewFrameProps {
  readonly page: PreviewPage;
  readonly title: string;
  /** Called with the page's own title, as text. */
  readonly onTitle: (title: string) => void;
  /** Fills its container, whatever the height of the page. */
  readonly isWhole?: boolean;
}

/** Renders a page in a frame with its own origin, as tall as the page, within limits. */
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

  // A list that follows its end is scrolled in the same step. A resize observer would scroll it only after the browser
  // has noted that the text below has moved.
  useLayoutEffect(() => {
    // The first height comes with the block around it, whose growth the list follows anyway.
    if (height === null) return;
    const list = frame.current?.closest('[role="log"][data-following]');
    if (list) list.scrollTop = list.scrollHeight;
  }, [height]);

  return (
    <iframe
      ref={frame}
      className={isWhole ? styles.whole : styles.frame}
      title={title}
      src={`${basePath}/preview.html`}
      sandbox="allow-scripts allow-forms"
      referrerPolicy="no-referrer"
      style={height === null || isWhole ? undefined : { blockSize: `${height}px`, aspectRatio: "auto" }}
      // A frame with an opaque origin can only be addressed with the target `*`.
      onLoad={() => frame.current?.contentWindow?.postMessage(page, "*")}
    />
  );
}
