import { type RefObject, useEffect, useMemo, useState } from "react";
import { citedPlace, type DocumentPlace } from "@/lib/documents/cited-place";
import { type DocumentPage, pagesOf } from "@/lib/documents/document-pages";
import type { OpenedPdf } from "@/store/chats/open-pdf";
import type { ViewedDocument } from "@/store/chats/viewed-document";
import type { PageJump } from "./pdf-pages";
import { useDocumentText } from "./use-document-text";
import { type PdfState, usePdf } from "./use-pdf";

/** A document to show, and a number that is another one each time a document or place is opened. */
export interface ViewerSource {
  readonly view: Omit<ViewedDocument, "sessionId" | "opener">;
  readonly opened: number;
  /** The page that was read last, at which the document opens again in another layout. */
  readonly lastRead?: RefObject<ReadPage | undefined> | undefined;
}

/** Whether the pages of the original or its text are shown. */
export type ViewerMode = "pages" | "text";

/** A page that is read after a document or place was opened. */
export interface ReadPage {
  readonly opened: number;
  readonly index: number;
  readonly mode: ViewerMode;
}

/** The state of a viewer. */
export interface Viewer extends Place {
  /** The whole text; undefined until it is read. */
  readonly whole: string | undefined;
  /** Whether the document is not on this device. */
  readonly isMissing: boolean;
  /** The pages of the text. */
  readonly pages: readonly DocumentPage[];
  /** The original; undefined for a document without one. */
  readonly pdf: PdfState | undefined;
  /** The opened original while its pages are shown. */
  readonly shownPdf: OpenedPdf | undefined;
  readonly mode: ViewerMode;
  setMode(mode: ViewerMode): void;
}

/** Reads a document and opens its original; returns what to show of it. */
export function useViewer({ view, opened, lastRead }: ViewerSource): Viewer {
  const [resumed] = useState(() => (lastRead?.current?.opened === opened ? lastRead.current : undefined));
  const text = useDocumentText(view.document.id);
  const whole = typeof text === "object" ? text.whole : undefined;
  const pages = useMemo(() => (whole === undefined ? [] : pagesOf(whole)), [whole]);
  const place = usePlace({ view, opened, resumed }, whole, pages);
  const pdf = usePdf(view.document.file);
  const [chosen, setChosen] = useState<ViewerMode>(resumed?.mode ?? "pages");
  const { index } = place;
  useEffect(() => {
    // Before the text has been read, the page of a citation may be another one.
    if (lastRead && text !== undefined) lastRead.current = { opened, index, mode: chosen };
  }, [lastRead, text, opened, index, chosen]);
  const mode = pdf === undefined || pdf === "failed" ? "text" : chosen;
  return {
    ...place,
    whole,
    isMissing: text === "missing",
    pages,
    pdf,
    shownPdf: mode === "pages" && typeof pdf === "object" ? pdf : undefined,
    mode,
    setMode(next) {
      setChosen(next);
      place.go(place.index);
    },
  };
}

/** The cited place and the page that is read. */
interface Place {
  /** The place in the text; undefined until the text is read. */
  readonly place: DocumentPlace | undefined;
  /** The page to scroll to. */
  readonly jump: PageJump;
  /** The page that is read, from 0. */
  readonly index: number;
  /** Sets the page that is read after scrolling. */
  setIndex(index: number): void;
  /** Goes to a page. */
  go(index: number): void;
}

interface PlaceSource extends ViewerSource {
  /** The page at which the document opens again. */
  readonly resumed: ReadPage | undefined;
}

function usePlace(
  { view: { label, statement }, opened, resumed }: PlaceSource,
  whole: string | undefined,
  pages: readonly DocumentPage[],
): Place {
  const place = useMemo((): DocumentPlace | undefined => {
    if (whole === undefined) return undefined;
    return label === "" && statement === "" ? { page: 0 } : citedPlace(whole, label, statement);
  }, [whole, label, statement]);
  const passage = whole === undefined || place?.start === undefined ? "" : whole.slice(place.start, place.end);
  const wanted = pageIndex(pages, place, label);
  const key = `${opened} ${wanted} ${passage}`;
  const isResumed = resumed?.opened === opened;
  const [state, setState] = useState(() => {
    const index = isResumed ? resumed.index : wanted;
    return { key, index, jump: jumpTo(index, 1) };
  });
  // Another citation was opened, or the text of the document has been read.
  if (state.key !== key) {
    const index = isResumed ? state.index : wanted;
    setState({ key, index, jump: jumpTo(index, state.jump.serial + 1) });
  }

  function jumpTo(index: number, serial: number): PageJump {
    return { index, passage: index === wanted ? passage : "", serial };
  }

  function setIndex(index: number) {
    setState((known) => (known.index === index ? known : { ...known, index }));
  }

  function go(index: number) {
    setState((known) => ({ ...known, index, jump: jumpTo(index, known.jump.serial + 1) }));
  }

  return { place, jump: state.jump, index: state.index, setIndex, go };
}

/** Returns the position of a place's page. Before the text has been read, it is the number in the citation. */
function pageIndex(pages: readonly DocumentPage[], place: DocumentPlace | undefined, label: string): number {
  const page = place && pages[place.page];
  const number = Number.parseInt(page?.kind === "page" || page === undefined ? (page?.label ?? label) : "", 10);
  return number > 0 ? number - 1 : (place?.page ?? 0);
}
