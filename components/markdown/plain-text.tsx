import { memo, useMemo } from "react";
import styles from "./markdown.module.css";

/** Length of a piece of a longer text, in characters; each piece is laid out when it comes into view. */
const pieceLength = 2_000;
/** Maximum length of a text without pieces, in characters. */
const maxUndivided = 16_000;

interface PlainTextProps {
  readonly text: string;
  /** The index from which the text is rendered. */
  readonly from?: number;
  /** The index of the text in the source text of the message. */
  readonly start?: number;
}

/**
 * Renders a text unformatted, at any length. Pieces begin at the same indexes of the text for each `from`. So while the
 * start of a long text is being formatted, the browser's scroll anchoring finds an unchanged piece under the reader.
 */
export const PlainText = memo(function PlainText({ text, from = 0, start: base = 0 }: PlainTextProps) {
  const isUndivided = text.length <= maxUndivided;
  const pieces = useMemo(() => (isUndivided ? [] : piecesOf(text)), [text, isUndivided]);
  if (isUndivided) {
    return (
      <p className={styles.plain} data-from={base + from}>
        {text.slice(from)}
      </p>
    );
  }
  return (
    <p className={styles.plain}>
      {pieces.map(
        ({ start, piece }) =>
          start + piece.length > from && (
            <Piece key={start} from={base + Math.max(from, start)} text={piece.slice(Math.max(0, from - start))} />
          ),
      )}
    </p>
  );
});

const Piece = memo(function Piece({ text, from }: { text: string; from: number }) {
  return (
    <span className={styles.piece} data-from={from}>
      {text}
    </span>
  );
});

/** Splits a text after a line, else after a word, else anywhere. */
function piecesOf(text: string): { start: number; piece: string }[] {
  const pieces: { start: number; piece: string }[] = [];
  for (let start = 0; start < text.length; ) {
    const whole = text.slice(start, start + pieceLength);
    const isLast = start + pieceLength >= text.length;
    const line = whole.lastIndexOf("\n") + 1;
    const end = isLast ? whole.length : line || whole.lastIndexOf(" ") + 1 || whole.length;
    pieces.push({ start, piece: whole.slice(0, end) });
    start += end;
  }
  return pieces;
}
