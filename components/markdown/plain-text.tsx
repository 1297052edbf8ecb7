import { memo } from "react";
import styles from "./markdown.module.css";

/** Length of a piece of a longer text, in characters; each piece is laid out when it comes into view. */
const pieceLength = 8_000;

/** Renders a text unformatted, at any length. */
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
