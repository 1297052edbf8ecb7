"use client";
import { Undo2 } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useStoredImage } from "@/components/chat/message/use-stored-image";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { Slider } from "@/components/ui/slider";
import { continuedStrokes, type ImageSize, movedBrush, type Point, paintStrokes, type Stroke } from "@/lib/chat/brush";
import { storedImageId } from "@/lib/chat/message";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { attachMask } from "@/store/chats/attach-mask";
import styles from "./mark-area-dialog.module.css";

interface MarkAreaDialogProps extends DialogOpening {
  readonly sessionId: string;
  /** The address of an attached image. */
  readonly url: string;
}

/** Opaque: the canvas itself is translucent on the screen, so that crossing strokes look alike. */
const paint = "#d6336c";

/** A dialog in which the user paints over the part of an attached image that is to change. */
export function MarkAreaDialog({ sessionId, url, open, onClose }: MarkAreaDialogProps) {
  const t = useTranslations("markedArea");
  const app = useTranslations("app");
  const [size, setSize] = useState<ImageSize>();
  /** Diameter of the brush, in percent of the longer side. */
  const [width, setWidth] = useState(10);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);

  async function finish() {
    onClose();
    if (!size) return;
    try {
      await attachMask(sessionId, url, await maskOf(strokes, size));
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      closeLabel={app("close")}
      size="large"
      footerStart={
        <Button icon={Undo2} flip disabled={strokes.length === 0} onClick={() => setStrokes(strokes.slice(0, -1))}>
          {t("undo")}
        </Button>
      }
      footerEnd={
        <>
          <Button onClick={onClose}>{app("cancel")}</Button>
          <Button variant="solid" disabled={strokes.length === 0} onClick={() => void finish()}>
            {t("done")}
          </Button>
        </>
      }
    >
      <p>{t("hint")}</p>
      <div className={styles.brushSize}>
        <span>{t("brush")}</span>
        <Slider label={t("brush")} value={width} min={2} max={40} unit="%" onChange={setWidth} />
      </div>
      <Painting url={url} size={size} width={width} strokes={strokes} onSize={setSize} onPaint={setStrokes} />
    </Dialog>
  );
}

/** Returns the mask of strokes: a gray PNG that is transparent where they are. */
async function maskOf(strokes: readonly Stroke[], size: ImageSize): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), size);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("Could not create a canvas context.");
  // Gray, so that a mask can be recognized on light and on dark backgrounds.
  context.fillStyle = "#808080";
  context.fillRect(0, 0, size.width, size.height);
  context.globalCompositeOperation = "destination-out";
  paintStrokes(context, strokes, paint);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("Could not create an image."))), "image/png"),
  );
}

interface PaintingProps {
  readonly url: string;
  readonly size: ImageSize | undefined;
  /** Diameter of the brush, in percent of the longer side. */
  readonly width: number;
  readonly strokes: readonly Stroke[];
  readonly onSize: (size: ImageSize) => void;
  readonly onPaint: (change: (strokes: readonly Stroke[]) => readonly Stroke[]) => void;
}

/** The image, and a canvas over it on which strokes are painted by pointer or by arrow keys. */
function Painting({ url, size, width, strokes, onSize, onPaint }: PaintingProps) {
  const t = useTranslations("markedArea");
  const message = useTranslations("message");
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<Point>();
  const storedId = storedImageId(url);
  const stored = useStoredImage(storedId);
  const shown = storedId === undefined ? url : stored;
  const brush = (Math.max(size?.width ?? 0, size?.height ?? 0) * width) / 100;

  // The dialog opens before the size of the image is known.
  useEffect(() => {
    if (size) canvas.current?.focus();
  }, [size]);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !size) return;
    context.clearRect(0, 0, size.width, size.height);
    paintStrokes(context, strokes, paint);
  }, [strokes, size]);

  function pointOf(event: PointerEvent<HTMLCanvasElement>): Point {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = event.currentTarget.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  function begin(...points: readonly Point[]) {
    onPaint((painted) => [...painted, { size: brush, points }]);
  }

  function onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    begin(pointOf(event));
  }

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    const isPainting = event.currentTarget.hasPointerCapture(event.pointerId);
    // After a change of the layout, browsers report a pointer that rests. It must not move the brush away from the keyboard.
    if (!isPainting && event.movementX === 0 && event.movementY === 0) return;
    const point = pointOf(event);
    setAt(point);
    if (isPainting) onPaint((painted) => continuedStrokes(painted, point));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!size || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = at ?? [size.width / 2, size.height / 2];
    const to = event.key === " " ? from : movedBrush(from, event.key, brush / 2, size);
    if (!to) return;
    event.preventDefault();
    setAt(to);
    if (event.key === " ") begin(from);
    else if (event.shiftKey) begin(from, to);
  }

  if (shown === "missing") return <p>{message("imageGone")}</p>;
  return (
    <>
      <div className={styles.painting}>
        {shown !== undefined && (
          // biome-ignore lint/performance/noImgElement: the image optimizer does not know the addresses in messages
          <img
            src={shown}
            alt=""
            referrerPolicy="no-referrer"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              onSize({ width: naturalWidth, height: naturalHeight })
            }
          />
        )}
        {size && (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a canvas has no role that fits painting
          <canvas
            ref={canvas}
            {...size}
            role="application"
            tabIndex={0}
            aria-label={t("canvas")}
            aria-describedby={id}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setAt(undefined)}
            onFocus={() => setAt([size.width / 2, size.height / 2])}
            onBlur={() => setAt(undefined)}
            onKeyDown={onKeyDown}
          />
        )}
        {size && at && <span className={styles.brush} style={brushStyle(at, brush, size)} />}
      </div>
      <p id={id} className={styles.keys}>
        {t("keys")}
      </p>
    </>
  );
}

function brushStyle([x, y]: Point, brush: number, { width, height }: ImageSize): CSSProperties {
  const share = (value: number, whole: number) => `${(value / whole) * 100}%`;
  return { left: share(x, width), top: share(y, height), width: share(brush, width), height: share(brush, height) };
}
