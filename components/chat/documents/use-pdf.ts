import { useEffect, useState } from "react";
import { type OpenedPdf, openPdf } from "@/store/chats/open-pdf";

/** The original of a document: being opened, opened, or not displayable. */
export type PdfState = "loading" | "failed" | OpenedPdf;

/** Opens the stored original of a document and closes it afterwards. Returns undefined for a document without one. */
export function usePdf(fileId: string | undefined): PdfState | undefined {
  const [state, setState] = useState<{ readonly fileId: string; readonly pdf: PdfState }>();
  useEffect(() => {
    if (fileId === undefined) return;
    let isCurrent = true;
    let opened: OpenedPdf | undefined;
    openPdf(fileId)
      .then((pdf) => {
        if (!isCurrent) return pdf?.close();
        opened = pdf;
        setState({ fileId, pdf: pdf ?? "failed" });
      })
      .catch((thrown: unknown) => {
        console.warn("Could not display a PDF file.", thrown);
        if (isCurrent) setState({ fileId, pdf: "failed" });
      });
    return () => {
      isCurrent = false;
      opened?.close();
      setState(undefined);
    };
  }, [fileId]);
  if (fileId === undefined) return undefined;
  return state?.fileId === fileId ? state.pdf : "loading";
}
