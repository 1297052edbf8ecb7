import { useEffect, useState } from "react";
import { type OpenedPdf, openPdf } from "@/store/chats/open-pdf";

/** The original of a document: being opened, opened, or not displayable. */
export type PdfState = "loading" | "failed" | OpenedPdf;

/**
 * Opens the stored original of a document, and closes it with the viewer or when it fails. Returns undefined for a
 * document without one.
 */
export function usePdf(fileId: string | undefined): PdfState | undefined {
  const [state, setState] = useState<{ readonly fileId: string; readonly pdf: PdfState }>();
  useEffect(() => {
    if (fileId === undefined) return;
    const opening = new AbortController();
    const { signal } = opening;

    function fail(thrown: unknown) {
      if (fileId === undefined || signal.aborted) return;
      console.warn("Could not display a PDF file.", thrown);
      opening.abort();
      setState({ fileId, pdf: "failed" });
    }

    openPdf(fileId, { signal, onFailed: fail })
      .then((pdf) => {
        if (!signal.aborted) setState({ fileId, pdf: pdf ?? "failed" });
      })
      .catch(fail);
    return () => {
      opening.abort();
      setState(undefined);
    };
  }, [fileId]);
  if (fileId === undefined) return undefined;
  return state?.fileId === fileId ? state.pdf : "loading";
}
