const lineHeight = 18;

/** Makes a valid PDF of pages with lines of text in Helvetica. */
export function pdfOf(pages, linesPerPage) {
  const pageIds = Array.from({ length: pages }, (_, index) => 4 + 2 * index);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages} /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pageIds.flatMap((id, index) => {
      const content = contentOf(index + 1, linesPerPage);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${id + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, "latin1");
}

function contentOf(page, lines) {
  const shown = Array.from(
    { length: lines },
    (_, line) => `(Page ${page}, line ${line + 1}: the tide comes late because the water finds its way.) Tj T*`,
  );
  return `BT /F1 11 Tf ${lineHeight} TL 60 790 Td\n${shown.join("\n")}\nET`;
}
