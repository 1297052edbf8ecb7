import type { DocumentFormat } from "@/lib/documents/document-format";
import { acceptedDocuments, documentFormatOf } from "@/lib/documents/document-format";
import { type ReadDocument, readDocument } from "@/lib/documents/read-document";
import { documentOf, openDocumentOf } from "../../support/document-samples";

function read(file: Blob, format: DocumentFormat): Promise<ReadDocument> {
  return readDocument({ file, format, loadPdf: () => Promise.reject(new Error("not a PDF")) });
}

const whole = (text: string): ReadDocument => ({ kind: "text", text, isCut: false });

test("formats are known by their extension, or else by their media type", () => {
  const format = (name: string, type = "") => documentFormatOf({ name, type });
  expect(["a.PDF", "b.docx", "c.odp", "d.epub", "e.rtf", "f.eml", "g.txt", "pdf"].map((name) => format(name))).toEqual([
    "pdf",
    "word",
    "open-document",
    "epub",
    "rtf",
    "mail",
    undefined,
    undefined,
  ]);
  expect(format("download", "application/pdf")).toBe("pdf");
  expect(acceptedDocuments.split(",").filter((each) => each.startsWith("."))).toEqual(
    ".pdf .docx .pptx .xlsx .odt .ods .odp .epub .rtf .eml".split(" "),
  );
});

test("an OpenDocument text keeps headings, lists, tables and notes", async () => {
  const styles =
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>';
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const body = `<office:text><text:tracked-changes><text:changed-region><text:p>old</text:p></text:changed-region></text:tracked-changes>
<text:h text:outline-level="2">Tides</text:h>
<text:p>High<text:s text:c="2"/>water<text:line-break/>at <text:span>noon</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Local time.</text:p></text:note-body></text:note></text:p>
<text:list text:style-name="L1"><text:list-item><text:p>first</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>second</text:p></text:list-item></text:list>
<table:table table:name="T"><table:table-row>${cell("Port")}${cell("h")}</table:table-row><table:table-row>${cell("Brest")}${cell("3")}</table:table-row></table:table>
<text:section><text:p>End<office:annotation><text:p>a comment</text:p></office:annotation></text:p></text:section></office:text>`;
  expect(await read(openDocumentOf(body, styles), "open-document")).toEqual(
    whole(`## Tides

High  water
at noon [Local time.]

1. first
   - inner
2. second

| Port | h |
| --- | --- |
| Brest | 3 |

End`),
  );
});

test("an OpenDocument spreadsheet keeps repeated cells and rows, and leaves out empty ones", async () => {
  const text = (value: string, more = "") => `<table:table-cell ${more}><text:p>${value}</text:p></table:table-cell>`;
  const empty =
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
  const body = `<office:spreadsheet><table:table table:name="Tides"><table:table-row>${text("Port")}${text("h", 'table:number-columns-repeated="2"')}</table:table-row><table:table-row table:number-rows-repeated="2">${text("Brest")}<table:table-cell/>${text("30.1.24", 'office:value-type="date" office:date-value="2024-01-30"')}</table:table-row>${empty}</table:table><table:table table:name="B"><table:table-row>${text("7")}</table:table-row></table:table></office:spreadsheet>`;
  expect(await read(openDocumentOf(body), "open-document")).toEqual(
    whole(`## Sheet: Tides

| Port | h | h |
| --- | --- | --- |
| Brest |  | 2024-01-30 |
| Brest |  | 2024-01-30 |

## Sheet: B

| 7 |
| --- |`),
  );
});

test("rows that are repeated a million times end at the limit @I8.4", async () => {
  const row = `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`;
  const body = `<office:spreadsheet><table:table table:name="Bomb">${row}</table:table></office:spreadsheet>`;
  expect(await read(openDocumentOf(body), "open-document")).toMatchObject({ kind: "text", isCut: true });
});

test("an OpenDocument presentation keeps slides and notes", async () => {
  const frame = (name: string, content: string) =>
    `<draw:frame presentation:class="${name}"><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const page = `<draw:page>${frame("title", "<text:p>Tides</text:p>")}${frame("outline", "<text:list><text:list-item><text:p>Brest</text:p></text:list-item></text:list>")}<presentation:notes>${frame("notes", "<text:p>Say hello.</text:p>")}${frame("page-number", "<text:p>1</text:p>")}</presentation:notes></draw:page>`;
  expect(
    await read(openDocumentOf(`<office:presentation>${page}<draw:page/></office:presentation>`), "open-document"),
  ).toEqual(whole("## Slide 1\n\n### Tides\n\n- Brest\n\n### Notes\n\nSay hello.\n\n## Slide 2"));
});

test("an OpenDocument file with a password is refused", async () => {
  const manifest =
    "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
  const file = openDocumentOf("<office:text/>", "", { "META-INF/manifest.xml": manifest });
  expect(await read(file, "open-document")).toEqual({ kind: "encrypted" });
  expect(await read(openDocumentOf("<office:text/>"), "open-document")).toEqual({ kind: "no-text" });
});

/** Makes a book of two chapters, of which the second is read first. */
function bookOf(chapters: readonly [string, string], encryption = ""): Blob {
  return documentOf({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book/content.opf"/></rootfiles></container>',
    "META-INF/encryption.xml": `<encryption>${encryption}</encryption>`,
    "book/content.opf":
      '<package><manifest><item id="a" href="one%20.xhtml"/><item id="b" href="text/two.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>',
    "book/one .xhtml": chapters[0],
    "book/text/two.xhtml": chapters[1],
  });
}

test("an EPUB book keeps its chapters in reading order", async () => {
  const one =
    "<html><head><title>No</title></head><body><h1>Two</h1><p>Loose <b>text</b><br/>line</p>tail</body></html>";
  const two =
    "<html><body><section><h2>One&nbsp;&amp; all</h2><p>High   water</p><ol><li>first<ul><li>inner</li></ul></li><li><p>second</p></li></ol><table><tr><th>Port</th><th>h</th></tr><tr><td>Brest</td><td>3</td></tr></table><pre>a\n b</pre><ruby>潮<rt>しお</rt></ruby><script>x()</script></section></body></html>";
  expect(await read(bookOf([one, two]), "epub")).toEqual(
    whole(`## One & all

High water

1. first
   - inner
2. second

| Port | h |
| --- | --- |
| Brest | 3 |

\`\`\`
a
 b
\`\`\`

潮

# Two

Loose text
line

tail`),
  );
});

test("a protected book is refused, and one with protected fonts is not", async () => {
  const reference = (path: string) =>
    `<EncryptedData><CipherData><CipherReference URI="${path}"/></CipherData></EncryptedData>`;
  const chapters = ["<p>one</p>", "<p>two</p>"] as const;
  expect(await read(bookOf(chapters, reference("book/text/two.xhtml")), "epub")).toEqual({ kind: "encrypted" });
  expect(await read(bookOf(chapters, reference("book/font.otf")), "epub")).toEqual(whole("two\n\none"));
});

test("an RTF document keeps its paragraphs, tables and characters", async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0 Arial;}}{\*\generator x;}\pard\b Tides\b0\par
\pard\'cf\'f0 \u8212?\u-10179?\u-8704? {\i late} \\ \{x\}\line next\par
\trowd\pard\intbl Port\cell h\cell\row\trowd\pard\intbl Brest\par again\cell 3\cell\row
\pard End\emdash\par{\pict 00ff}}`;
  expect(await read(new Blob([rtf]), "rtf")).toEqual(
    whole(`Tides

Пр —\u{1f600} late \\ {x}
next

| Port | h |
| --- | --- |
| Brest<br>again | 3 |

End—`),
  );
  expect(await read(new Blob([rtf.slice(0, 80)]), "rtf")).toEqual({ kind: "damaged" });
  expect(await read(new Blob(["text"]), "rtf")).toEqual({ kind: "damaged" });
});
