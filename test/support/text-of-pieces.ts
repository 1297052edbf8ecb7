/** Joins the pieces of a file to its text. */
export async function textOfPieces(pieces: AsyncIterable<Blob | string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += typeof piece === "string" ? piece : await piece.text();
  return text;
}
