import { Code, Download, Maximize2, Minimize2 } from "lucide-react";
import { type CSSProperties, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { saveFile } from "@/store/base/save-file";
import { type DiagramSize, diagramSizeOf, readDiagramSize, storeDiagramSize } from "@/store/chats/diagram-sizes";
import { isTemporary } from "@/store/chats/is-temporary";
import { CodeBlock } from "./code-block";
import { CodeButton } from "./code-button";
import { type DiagramResult, renderDiagram } from "./diagram-sandbox";
import { ChatIdContext } from "./message-look";
import styles from "./preview.module.css";
import { useFullScreen } from "./use-full-screen";
import { useThemeColours } from "./use-theme-colours";

/** Minimum scale of a wide diagram, at which its text is readable; beyond it, the diagram scrolls. */
const minScale = 0.8;

/**
 * A diagram rendered from its source. Until then it is a frame of the size that it had before, or the source if it was
 * never rendered; after an error, the source with a line about it.
 */
export function Diagram({ code, language }: { code: string; language: string }) {
  const t = useTranslations("markdown");
  const [isSource, setSource] = useState(false);
  const drawing = useDiagramResult(code);
  const [formerSize] = useState(() => readDiagramSize(code));
  if (drawing === null && !formerSize) {
    return (
      <CodeBlock code={code} language={language} isLive={false}>
        <span hidden data-pending="" />
      </CodeBlock>
    );
  }
  if (drawing && "error" in drawing) {
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
  if (!drawing) return <Picture size={formerSize}>{toggle}</Picture>;
  return (
    <Picture svg={drawing.svg} size={diagramSizeOf(drawing.svg)}>
      {toggle}
    </Picture>
  );
}

interface PictureProps {
  /** Absent until the diagram is rendered. */
  readonly svg?: string;
  readonly size: DiagramSize | undefined;
  readonly children: ReactNode;
}

/** An SVG as an image, which can neither run scripts nor load anything. A wide one scrolls, also by keyboard. */
function Picture({ svg, size, children }: PictureProps) {
  const t = useTranslations("markdown");
  const figure = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen(figure);
  return (
    <figure ref={figure} className={styles.figure} dir="ltr">
      <figcaption className={styles.head}>
        <span className={styles.title}>Mermaid</span>
        {children}
        {svg !== undefined && (
          <CodeButton
            label={t("downloadSvg")}
            icon={Download}
            onClick={() => saveFile(new Blob([svg], { type: "image/svg+xml" }), "diagram.svg")}
          />
        )}
        <CodeButton
          label={t(isFull ? "leaveFullScreen" : "fullScreen")}
          icon={isFull ? Minimize2 : Maximize2}
          onClick={toggle}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div role="group" className={styles.picture} tabIndex={0} aria-label={t("diagram")} aria-busy={svg === undefined}>
        <div className={styles.canvas} style={size && canvasStyle(size)}>
          {svg !== undefined && (
            // biome-ignore lint/performance/noImgElement: a data URL created by this page
            <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={t("diagram")} />
          )}
        </div>
      </div>
    </figure>
  );
}

/** Returns the style of a box that has a diagram's size before the image is there, scaled to the width of the column. */
function canvasStyle({ width, height }: DiagramSize): CSSProperties {
  return { inlineSize: `${width}px`, minInlineSize: `${width * minScale}px`, aspectRatio: `${width} / ${height}` };
}

/** Returns the rendered diagram in the colors of the theme; null until there is one. */
function useDiagramResult(code: string): DiagramResult | null {
  const colours = useThemeColours();
  const chatId = useContext(ChatIdContext);
  const [drawing, setDrawing] = useState<DiagramResult | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void renderDiagram(code, JSON.parse(colours)).then((drawn) => {
      if (!isCurrent) return;
      setDrawing(drawn);
      const size = "svg" in drawn ? diagramSizeOf(drawn.svg) : undefined;
      if (size && chatId !== null && !isTemporary(chatId)) storeDiagramSize(code, size);
    });
    return () => {
      isCurrent = false;
    };
  }, [code, colours, chatId]);
  return drawing;
}
