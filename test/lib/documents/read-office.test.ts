import { type ReadDocument, readDocument } from "@/lib/documents/read-document";
import { documentOf, sheetsOf, slideShape, slidesOf, wordOf, wordParagraph } from "../../support/document-samples";

function read(file: Blob, format: "word" | "slides" | "sheets"): Promise<ReadDocument> {
  return readDocument({ file, format, loadPdf: () => Promise.reject(new Error("not a PDF")) });
}

const whole = (text: string): ReadDocument => ({ kind: "text", text, isCut: false });

test("a Word document keeps headings, lists, tables, notes and what revisions left", async () => {
  const item = (level: number, id: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
  const cell = (text: string, properties = "") => `<w:tc>${properties}${wordParagraph(text)}</w:tc>`;
  const box = `<w:txbxContent>${wordParagraph("In a box")}</w:txbxContent>`;
  const body = [
    wordParagraph("Tides", '<w:pStyle w:val="Titel"/>'),
    wordParagraph("Brest &amp; Dover", '<w:pStyle w:val="Kop2"/>'),
    '<w:p><w:r><w:t>High</w:t><w:tab/><w:t>water</w:t><w:br/><w:t>at noon</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
    "<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>",
    wordParagraph("first", item(0, 1)),
    wordParagraph("inner", item(1, 1)),
    wordParagraph("second", item(0, 1)),
    wordParagraph("dot", item(0, 2)),
    `<w:tbl><w:tr>${cell("Port")}${cell("Delay | h")}${cell("")}</w:tr><w:tr>${cell("Brest", '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>')}${cell("3")}</w:tr></w:tbl>`,
    "<w:p/>",
    `<w:p><w:r><w:t>Beside</w:t><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    `<mc:AlternateContent><mc:Choice>${wordParagraph("once")}</mc:Choice><mc:Fallback>${wordParagraph("twice")}</mc:Fallback></mc:AlternateContent>`,
    wordParagraph("End"),
  ].join("");
  const level = (index: number, format: string) =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`;
  const file = wordOf(
    body,
    {
      "word/styles.xml":
        '<w:styles><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:styleId="Kop2"><w:name w:val="My heading"/><w:basedOn w:val="H2"/></w:style><w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>',
      "word/numbering.xml": `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, "decimal")}${level(1, "bullet")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>`,
      "word/footnotes.xml":
        '<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>Local time.</w:t></w:r></w:p></w:footnote></w:footnotes>',
    },
    [
      ["rId1", "styles", "styles.xml"],
      ["rId2", "numbering", "numbering.xml"],
      ["rId3", "footnotes", "footnotes.xml"],
    ],
  );
  expect(await read(file, "word")).toEqual(
    whole(`# Tides

## Brest & Dover

High\twater
at noon[^2]

new

1. first
   - inner
2. second
- dot

| Port | Delay \\| h |  |
| --- | --- | --- |
| Brest |  | 3 |

Beside

In a box

once

End

[^2]: Local time.`),
  );
});

test("an Excel document becomes a table for each sheet, with dates as ISO 8601", async () => {
  const rows =
    '<row><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="E2" t="inlineStr"><is><t>When</t></is></c></row><row/><row><c r="B4" t="s"><v>2</v></c><c r="C4"><v>0.30000000000000004</v></c><c r="D4" t="b"><v>1</v></c><c r="E4" s="1"><v>45321</v></c></row><row><c r="B5" t="str"><f>A1</f><v>Dover</v></c><c r="C5" t="e"><v>#N/A</v></c><c r="E5" s="2"><v>45321.75</v></c></row>';
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="&quot;day&quot; d.m.yyyy\\ h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>';
  const shared = ["<t>Port</t>", "<r><t>De</t></r><r><t>lay</t></r>", "<t>Brest</t><rPh><t>ブレスト</t></rPh>"];
  const file = sheetsOf({ Tides: rows, "A &amp; B": '<row><c r="A1"><v>7</v></c></row>', Empty: "" }, shared, styles);
  expect(await read(file, "sheets")).toEqual(
    whole(`## Sheet: Tides

| Port | Delay |  | When |
| --- | --- | --- | --- |
| Brest | 0.3 | TRUE | 2024-01-30 |
| Dover | #N/A |  | 2024-01-30 18:00:00 |

## Sheet: A & B

| 7 |
| --- |

## Sheet: Empty`),
  );
});

test("10,000 rows are read whole", async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, row) => `<row><c><v>${row}</v></c><c t="str"><v>row ${row}</v></c></row>`,
  );
  const lines = Array.from({ length: 9_999 }, (_, row) => `| ${row + 1} | row ${row + 1} |`);
  expect(await read(sheetsOf({ Long: rows.join("") }), "sheets")).toEqual(
    whole(["## Sheet: Long\n\n| 0 | row 0 |", "| --- | --- |", ...lines].join("\n")),
  );
});

test("a document above a million characters is cut, and says so", async () => {
  const line = "x".repeat(999);
  const lines = Array.from({ length: 2_000 }, () => wordParagraph(line)).join("");
  const expected = Array.from({ length: 1_000 }, () => line)
    .join("\n\n")
    .slice(0, 1_000_000);
  const answer = await read(wordOf(lines), "word");
  expect(answer).toEqual({
    kind: "text",
    text: `${expected.slice(0, 1_000_000).trimEnd()}\n\n(The rest of this document was left out because it is too long.)`,
    isCut: true,
  });
});

test("cells at the far end of a long sheet do not multiply it", async () => {
  const rows = Array.from({ length: 3_000 }, (_, row) => `<row><c r="XFD${row + 1}"><v>1</v></c></row>`).join("");
  const answer = await read(sheetsOf({ Wide: `${rows}<row><c r="A9999"><v>1</v></c></row>` }), "sheets");
  expect(answer.kind).toBe("text");
  expect(answer.kind === "text" && answer.text.length).toBeLessThan(1_000_100);
});

test("a PowerPoint document keeps titles, items, tables and notes of each slide", async () => {
  const paragraph = (text: string, properties = "") => `<a:p><a:pPr ${properties}/><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const cell = (text: string) => `<a:tc><a:txBody>${paragraph(text)}</a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell("Port")}${cell("h")}</a:tr><a:tr>${cell("Brest")}${cell("3")}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const first = [
    slideShape("ctrTitle", paragraph("Tides")),
    slideShape("subTitle", "<a:p><a:r><a:t>In the</a:t></a:r><a:br/><a:fld><a:t>Channel</a:t></a:fld></a:p>"),
    slideShape("sldNum", paragraph("1")),
  ].join("");
  const second = [
    slideShape("title", paragraph("Ports")),
    slideShape("body", paragraph("Brest"), paragraph("late", 'lvl="1"'), paragraph("Dover")),
    `<p:grpSp>${slideShape(undefined, paragraph("A box"), '<a:p><a:pPr><a:buChar char="•"/></a:pPr><a:r><a:t>a point</a:t></a:r></a:p>')}</p:grpSp>`,
    table,
  ].join("");
  const notes = slideShape("sldImg") + slideShape("body", paragraph("Say hello."));
  expect(await read(slidesOf([first, second], { 1: notes }), "slides")).toEqual(
    whole(`## Slide 1

### Tides

In the
Channel

## Slide 2

### Ports

- Brest
  - late
- Dover

A box

- a point

| Port | h |
| --- | --- |
| Brest | 3 |

### Notes

Say hello.`),
  );
});

test("documents without text say so", async () => {
  expect(await read(wordOf(wordParagraph(" ")), "word")).toEqual({ kind: "no-text" });
  expect(await read(sheetsOf({ One: "", Two: "" }), "sheets")).toEqual({ kind: "no-text" });
  expect(await read(slidesOf([slideShape("title")]), "slides")).toEqual({ kind: "no-text" });
});

test("damaged and incomplete documents are refused", async () => {
  const file = wordOf(wordParagraph("x"));
  const damaged = { kind: "damaged" };
  expect(await read(file.slice(0, 300), "word")).toEqual(damaged);
  expect(await read(new Blob(["no archive"]), "sheets")).toEqual(damaged);
  expect(await read(documentOf({ "a.xml": "<a/>" }), "word")).toEqual(damaged);
  expect(await read(wordOf("", { "word/document.xml": `<w:document><w:body>${wordParagraph("x")}` }), "word")).toEqual(
    damaged,
  );
  // A workbook, which has no slides.
  expect(await read(sheetsOf({ One: "" }), "slides")).toEqual({ kind: "no-text" });
});

test("a document with a password is refused", async () => {
  expect(await read(new Blob([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)]), "word")).toEqual({
    kind: "encrypted",
  });
});

test("archives that unpack to far more, and large files, are refused @I8.4", async () => {
  const bomb = wordOf("", { "word/document.xml": " ".repeat(50_000_000) });
  expect(await read(bomb, "word")).toEqual({ kind: "too-large" });
  expect(await read(new Blob([new Uint8Array(50_000_001)]), "word")).toEqual({ kind: "too-large" });
});

test("entities of a document are not expanded, and deep elements are refused", async () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>';
  const bomb = wordOf("", {
    "word/document.xml": `${entities}<w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`,
  });
  expect(await read(bomb, "word")).toEqual({ kind: "damaged" });
  expect(await read(wordOf(`${"<w:sdt>".repeat(300)}${"</w:sdt>".repeat(300)}`), "word")).toEqual({
    kind: "too-large",
  });
});
