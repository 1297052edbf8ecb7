/** The texts of a PDF's pages: the lines of each page. */
type PageLines = readonly (readonly string[])[];

interface PdfOptions {
  /** Entries of the document's catalog, such as an action when it opens. */
  readonly catalog?: string;
  /** Entries of each page, such as its annotations. */
  readonly page?: string;
  /** Width and height of each page, in points. */
  readonly sizeOf?: (index: number) => readonly [width: number, height: number];
}

/** Returns a PDF file with lines of Latin text in Helvetica, which is not embedded. */
export function pdfOf(
  pages: PageLines,
  { catalog = "", page = "", sizeOf = () => [595, 842] }: PdfOptions = {},
): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((lines, index) => {
      const [width, height] = sizeOf(index);
      const content = `BT /F1 14 Tf 18 TL 60 ${height - 80} Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(" ")} ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R ${page} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

function escaped(line: string): string {
  return line.replace(/[\\()]/g, "\\$&");
}
