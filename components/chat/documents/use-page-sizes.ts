import { useEffect, useState } from "react";
import type { PageSize } from "@/lib/documents/page-layout";
import { type OpenedPdf, pageSize } from "@/store/chats/open-pdf";

/** Maximum number of pages that are shown. A file may claim to have any number. */
const maxPages = 20_000;

/** Number of pages that are measured at once. */
const batchSize = 100;

/** Returns the sizes of all pages, in points. A page has the size of the first one until it is measured. */
export function usePageSizes({ pdf, firstSize }: OpenedPdf): readonly PageSize[] {
  const count = Math.min(pdf.numPages, maxPages);
  const [sizes, setSizes] = useState<readonly PageSize[]>(() => Array.from({ length: count }, () => firstSize));
  useEffect(() => {
    let isCurrent = true;

    async function measure() {
      for (let start = 0; start < count && isCurrent; start += batchSize) {
        const length = Math.min(batchSize, count - start);
        const batch = await Promise.all(
          Array.from({ length }, (_, index) => pageSize(pdf, start + index).catch(() => firstSize)),
        );
        const isOther = batch.some(({ width, height }) => width !== firstSize.width || height !== firstSize.height);
        if (isCurrent && isOther) setSizes((known) => known.map((size, index) => batch[index - start] ?? size));
      }
    }

    void measure();
    return () => {
      isCurrent = false;
    };
  }, [pdf, firstSize, count]);
  return sizes;
}
