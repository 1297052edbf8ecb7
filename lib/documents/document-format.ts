/** The formats of documents that are read into text. */
export type DocumentFormat = "pdf" | "word" | "slides" | "sheets" | "open-document" | "epub" | "rtf" | "mail";

interface FormatRow {
  readonly format: DocumentFormat;
  /** File name extensions, without the dot. */
  readonly endings: readonly string[];
  readonly type: string;
}

const office = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

const formats: readonly FormatRow[] = [
  { format: "pdf", endings: ["pdf"], type: "application/pdf" },
  { format: "word", endings: ["docx"], type: `${office}.wordprocessingml.document` },
  { format: "slides", endings: ["pptx"], type: `${office}.presentationml.presentation` },
  { format: "sheets", endings: ["xlsx"], type: `${office}.spreadsheetml.sheet` },
  { format: "open-document", endings: ["odt"], type: `${openDocument}.text` },
  { format: "open-document", endings: ["ods"], type: `${openDocument}.spreadsheet` },
  { format: "open-document", endings: ["odp"], type: `${openDocument}.presentation` },
  { format: "epub", endings: ["epub"], type: "application/epub+zip" },
  { format: "rtf", endings: ["rtf"], type: "application/rtf" },
  { format: "mail", endings: ["eml"], type: "message/rfc822" },
];

/** Returns the format of a file by its extension, or by its media type if it has another name. */
export function documentFormatOf({ name, type }: Pick<File, "name" | "type">): DocumentFormat | undefined {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const row = formats.find(({ endings }) => endings.includes(ending)) ?? formats.find((each) => each.type === type);
  return row?.format;
}

/** The documents that the file picker offers, as a part of its `accept` attribute. */
export const acceptedDocuments = formats
  .flatMap(({ endings, type }) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(",");
