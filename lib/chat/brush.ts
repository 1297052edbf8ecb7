/** A position in an image, in pixels from its top left corner. */
export type Point = readonly [x: number, y: number];

/** A line that was painted with a brush, or a dot. */
export interface Stroke {
  /** Diameter of the brush, in pixels of the image. */
  readonly size: number;
  readonly points: readonly Point[];
}

/** Size of an image, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the position to which an arrow key moves a brush, within the image; undefined for other keys. */
export function movedBrush([x, y]: Point, key: string, step: number, { width, height }: ImageSize): Point | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  return [clamp(x + direction[0] * step, width), clamp(y + direction[1] * step, height)];
}

/** Returns strokes of which the last one continues to a position. */
export function continuedStrokes(strokes: readonly Stroke[], point: Point): readonly Stroke[] {
  const last = strokes.at(-1);
  return last ? strokes.with(-1, { ...last, points: [...last.points, point] }) : strokes;
}

/** Paints strokes in an opaque color. */
export function paintStrokes(context: CanvasRenderingContext2D, strokes: readonly Stroke[], color: string): void {
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { size, points } of strokes) {
    const [first = [0, 0], ...others] = points;
    context.lineWidth = size;
    // A line of no length paints nothing, so each stroke begins with a dot.
    context.beginPath();
    context.arc(...first, size / 2, 0, 2 * Math.PI);
    context.fill();
    context.beginPath();
    context.moveTo(...first);
    for (const point of others) context.lineTo(...point);
    context.stroke();
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
