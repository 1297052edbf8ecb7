import { memo } from "react";
import styles from "./markdown.module.css";

/** A longer text is laid out piece by piece, as it comes into view. In characters. */
const pieceLength = 8_000;

/** Draws a text as it is written, however long it is. */
export const PlainText = memo(function PlainText({ text }: { text: string }) {
  if (text.length <= 2 * pieceLength) return <p className={styles.plain}>{text}</p>;
  return (
    <p className={styles.plain}>
      {piecesOf(text).map(({ start, piece }) => (
        <Piece key={start} text={piece} />
      ))}
    </p>
  );
});

const Piece = memo(function Piece({ text }: { text: string }) {
  return <span className={styles.piece}>{text}</span>;
});

/** Cuts a text after a line, else after a word, else anywhere. */
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
