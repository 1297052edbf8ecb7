import type { StoredDocument } from "@/lib/chat/text-file";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { pageMark } from "@/lib/documents/page-marks";

const pageSeparator = "\n\n";

function headingOf(page: number | ""): string {
  return pageMark({ kind: "page", label: String(page) });
}

/** Returns the text of a PDF whose pages have none: the headings of its pages. */
export function scanText(pages: number): string {
  return Array.from({ length: pages }, (_, index) => headingOf(index + 1)).join(pageSeparator);
}

/** Whether a document is a PDF file whose pages have no text. Its estimated tokens are those of the headings. */
export function isScan({ file, pages, tokens }: Pick<StoredDocument, "file" | "pages" | "tokens">): boolean {
  return file !== undefined && pages > 0 && tokens <= Math.ceil(headingTokens(pages));
}

/** Returns the estimated tokens of `scanText`, without building it: a stored message may name a million pages. */
function headingTokens(pages: number): number {
  let digits = 0;
  for (let power = 1; power <= pages; power *= 10) digits += pages - power + 1;
  const separators = (pages - 1) * estimateTokens(pageSeparator);
  return pages * estimateTokens(headingOf("")) + digits * estimateTokens("0") + separators;
}
