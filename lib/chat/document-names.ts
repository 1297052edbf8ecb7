import { documentsIn } from "@/lib/chat/documents-in";
import { joinFiles } from "@/lib/chat/file-block";
import { splitFiles } from "@/lib/chat/text-file";

/** Replaces references to stored documents by their names, for titles, summaries, exports and the search. */
export function withDocumentNames(whole: string): string {
  if (documentsIn(whole).length === 0) return whole;
  const { text, files } = splitFiles(whole);
  const names = files.flatMap(({ name, document }) => (document ? `[${name}]` : []));
  const others = files.filter(({ document }) => !document);
  return joinFiles({ text: [text, ...names].filter((part) => part !== "").join("\n\n"), files: others });
}
