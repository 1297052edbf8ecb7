import { zipOf } from "./zip-samples";

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type Link = readonly [id: string, type: string, target: string];

/** The part of an Office document that links a part to others. */
export function links(...rows: readonly Link[]): string {
  const list = rows.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`;
}

/** Makes a document of parts, as XML files in a ZIP archive. */
export function documentOf(parts: Readonly<Record<string, string>>): Blob {
  return new Blob([zipOf(...Object.entries(parts).map(([name, text]) => ({ name, contents: `${xml}${text}` })))]);
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Makes a Word document of the contents of its body. */
export function wordOf(
  body: string,
  others: Readonly<Record<string, string>> = {},
  related: readonly Link[] = [],
): Blob {
  return documentOf({
    "_rels/.rels": links(["rId1", "officeDocument", "word/document.xml"]),
    "word/document.xml": `<w:document ${word}><w:body>${body}<w:sectPr/></w:body></w:document>`,
    "word/_rels/document.xml.rels": links(...related),
    ...others,
  });
}

/** Returns a paragraph of Word with properties and a text. */
export function wordParagraph(text: string, properties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** Makes an Excel document of sheets by name, each the rows of its data. */
export function sheetsOf(sheets: Readonly<Record<string, string>>, shared: readonly string[] = [], styles = ""): Blob {
  const names = Object.keys(sheets);
  const list = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const parts = Object.values(sheets).map((rows, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  ]);
  return documentOf({
    "_rels/.rels": links(["rId1", "officeDocument", "/xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><workbookPr/><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": links(
      ...names.map((_, index): Link => [`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`]),
      ["rId90", "sharedStrings", "sharedStrings.xml"],
      ["rId91", "styles", "styles.xml"],
    ),
    "xl/sharedStrings.xml": `<sst>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(parts),
  });
}

/** Makes a PowerPoint document of slides, each the shapes of its tree, and of notes by the index of their slide. */
export function slidesOf(slides: readonly string[], notes: Readonly<Record<number, string>> = {}): Blob {
  const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
  const parts: Record<string, string> = {};
  for (const [index, shapes] of slides.entries()) {
    parts[`ppt/slides/slide${index + 1}.xml`] = `<p:sld>${tree(shapes)}</p:sld>`;
    if (notes[index] === undefined) continue;
    parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = links([
      "rId1",
      "notesSlide",
      `../notesSlides/note${index}.xml`,
    ]);
    parts[`ppt/notesSlides/note${index}.xml`] = `<p:notes>${tree(notes[index])}</p:notes>`;
  }
  const list = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`);
  return documentOf({
    "_rels/.rels": links(["rId1", "officeDocument", "ppt/presentation.xml"]),
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${list.join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": links(
      ...slides.map((_, index): Link => [`rId${index + 1}`, "slide", `slides/slide${index + 1}.xml`]),
    ),
    ...parts,
  });
}

/** Returns a shape of PowerPoint: a placeholder of a type, or a text box, with the XML of its paragraphs. */
export function slideShape(type: string | undefined, ...paragraphs: readonly string[]): string {
  const placeholder = type === undefined ? "" : `<p:ph type="${type}"/>`;
  return `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join("")}</p:txBody></p:sp>`;
}

/** Makes an OpenDocument file of the content of its body and its automatic styles. */
export function openDocumentOf(body: string, styles = "", others: Readonly<Record<string, string>> = {}): Blob {
  return documentOf({
    "content.xml": `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    ...others,
  });
}
