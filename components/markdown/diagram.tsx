import { Code, Download, Maximize2, Minimize2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { saveFile } from "@/store/base/save-file";
import { CodeBlock } from "./code-block";
import { CodeButton } from "./code-button";
import { type DiagramResult, renderDiagram } from "./diagram-sandbox";
import styles from "./preview.module.css";
import { useFullScreen } from "./use-full-screen";
import { useThemeColours } from "./use-theme-colours";

/** A diagram rendered from its source. Until then it is the source; after an error, the source with a line about it. */
export function Diagram({ code, language }: { code: string; language: string }) {
  const t = useTranslations("markdown");
  const [isSource, setSource] = useState(false);
  const drawing = useDiagramResult(code);
  if (drawing === null) return <CodeBlock code={code} language={language} isLive={false} />;
  if ("error" in drawing) {
    return (
      <>
        <CodeBlock code={code} language={language} isLive={false} />
        <p className={styles.note} role="note" dir="auto">
          {drawing.error === "time" ? t("diagramTime") : t("diagramError", { message: drawing.error })}
        </p>
      </>
    );
  }
  const toggle = (
    <CodeButton
      label={t(isSource ? "showDiagram" : "showSource")}
      icon={Code}
      pressed={isSource}
      onClick={() => setSource(!isSource)}
    />
  );
  if (isSource) {
    return (
      <CodeBlock code={code} language={language} isLive={false}>
        {toggle}
      </CodeBlock>
    );
  }
  return <Picture svg={drawing.svg}>{toggle}</Picture>;
}

/** An SVG as an image, which can neither run scripts nor load anything. */
function Picture({ svg, children }: { svg: string; children: React.ReactNode }) {
  const t = useTranslations("markdown");
  const figure = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen(figure);
  return (
    <figure ref={figure} className={styles.figure} dir="ltr">
      <figcaption className={styles.head}>
        <span className={styles.title}>Mermaid</span>
        {children}
        <CodeButton
          label={t("downloadSvg")}
          icon={Download}
          onClick={() => saveFile(new Blob([svg], { type: "image/svg+xml" }), "diagram.svg")}
        />
        <CodeButton
          label={t(isFull ? "leaveFullScreen" : "fullScreen")}
          icon={isFull ? Minimize2 : Maximize2}
          onClick={toggle}
        />
      </figcaption>
      <div className={styles.picture}>
        {/* biome-ignore lint/performance/noImgElement: a data URL created by this page */}
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t("diagram")} />
      </div>
    </figure>
  );
}

/** Returns the rendered diagram in the colors of the theme; null until there is one. */
function useDiagramResult(code: string): DiagramResult | null {
  const colours = useThemeColours();
  const [drawing, setDrawing] = useState<DiagramResult | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void renderDiagram(code, JSON.parse(colours)).then((drawn) => isCurrent && setDrawing(drawn));
    return () => {
      isCurrent = false;
    };
  }, [code, colours]);
  return drawing;
}
