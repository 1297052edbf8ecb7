"use client";
import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isComposedKey } from "@/components/ui/composed-key";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { useScreenPath } from "@/components/use-screen-path";
import type { StoredDocument } from "@/lib/chat/text-file";
import { useChats } from "@/store/chats/chats";
import { useViewedDocument, type ViewedDocument } from "@/store/chats/viewed-document";
import { DocumentViewer } from "./document-viewer";
import styles from "./document-viewer.module.css";
import { useSentDocument } from "./use-sent-document";
import { useSentLabel } from "./use-sent-label";
import type { ReadPage } from "./use-viewer";
import { useIsWide } from "./use-viewer-width";

/** The document that is open beside the current chat; in narrow windows a dialog. It closes with its chat. */
export function DocumentPanel() {
  const app = useTranslations("app");
  const viewed = useViewedDocument((store) => store.view);
  const currentId = useChats((chats) => chats.currentId);
  // Another chat may have been opened while this code was loading.
  const view = viewed?.sessionId === currentId ? viewed : undefined;
  const opened = useViewedDocument((store) => store.opened);
  const close = useViewedDocument((store) => store.close);
  const isWide = useIsWide();
  // A dialog keeps its content until its closing animation ends.
  const [last, setLast] = useState(view);
  if (view && view !== last) setLast(view);
  const lastRead = useRef<ReadPage>(undefined);
  useCloseWithChat(viewed, opened);
  if (isWide) return view && <SidePanel view={view} opened={opened} lastRead={lastRead} />;
  if (!last) return null;
  return (
    <Dialog
      open={view !== undefined}
      size="large"
      title={last.name}
      subtitle={<SentPart view={last} />}
      closeLabel={app("close")}
      bare
      onClose={close}
    >
      <div className={styles.dialog}>
        <DocumentViewer view={last} opened={opened} lastRead={lastRead} />
      </div>
    </Dialog>
  );
}

/** Closes the document when another chat or screen opens than the one where it was opened. */
function useCloseWithChat(view: ViewedDocument | undefined, opened: number): void {
  const path = useScreenPath();
  const currentId = useChats((chats) => chats.currentId);
  const place = `${path} ${currentId}`;
  const [opening, setOpening] = useState({ opened, place });
  if (opening.opened !== opened) setOpening({ opened, place });
  const hasMoved = opening.opened === opened && opening.place !== place;
  const isElsewhere = view !== undefined && (hasMoved || view.sessionId !== currentId);
  useEffect(() => {
    if (isElsewhere) useViewedDocument.getState().close();
  }, [isElsewhere]);
}

interface SidePanelProps {
  readonly view: ViewedDocument;
  readonly opened: number;
  readonly lastRead: RefObject<ReadPage | undefined>;
}

/** The panel beside the chat, which stays usable. Escape closes it while the focus is in it. */
function SidePanel({ view, opened, lastRead }: SidePanelProps) {
  const app = useTranslations("app");
  const id = useId();

  function close() {
    const { opener } = view;
    useViewedDocument.getState().close();
    // The message may have been changed in the meantime.
    const box = document.querySelector<HTMLElement>("[data-chat-screen] textarea");
    (opener.isConnected ? opener : box)?.focus();
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || isComposedKey(event)) return;
    event.preventDefault();
    close();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the style sheet of the frame hides its <aside>, the sidebar
    <div role="complementary" className={styles.panel} aria-labelledby={id} onKeyDown={pressKey}>
      <div className={styles.head}>
        <div className={styles.titles}>
          <h2 id={id}>
            <bdi>{view.name}</bdi>
          </h2>
          <p>
            <SentPart view={view} />
          </p>
        </div>
        <IconButton icon={X} label={app("close")} onClick={close} />
      </div>
      <DocumentViewer view={view} opened={opened} lastRead={lastRead} />
    </div>
  );
}

/** Describes what is sent of a document, if that can be changed. */
function SentPart({ view: { document, onChange } }: { readonly view: ViewedDocument }) {
  return onChange ? <SentLabel document={document} /> : null;
}

function SentLabel({ document }: { readonly document: StoredDocument }) {
  return useSentLabel()(useSentDocument(document).document);
}
