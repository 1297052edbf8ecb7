"use client";
import { Brush, FileText, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { DocumentChip } from "@/components/chat/documents/document-chip";
import { StoredImage } from "@/components/chat/message/stored-image";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { TextArea } from "@/components/ui/text-area";
import { tipProps } from "@/components/ui/tip-props";
import { emptyDraft } from "@/lib/chat/draft";
import { fileBlock, fileOf } from "@/lib/chat/file-block";
import { storedImageId } from "@/lib/chat/message";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useDrafts } from "@/store/chats/drafts";
import { type ReadingDocument, useReadingDocuments } from "@/store/chats/reading-documents";
import styles from "./attachment-tray.module.css";
import { useTakesMasks } from "./use-vision-support";

const MarkAreaDialog = lazyGroup(() => import("./mark-area-dialog"), { needsMessages: false }).component(
  "MarkAreaDialog",
);

interface AttachmentTrayProps {
  readonly sessionId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

const noDocuments: readonly ReadingDocument[] = [];

/** The attachments of the draft: images as thumbnails, long texts as chips that open. */
export function AttachmentTray({ sessionId, box }: AttachmentTrayProps) {
  const t = useTranslations("attachments");
  const { images, texts } = useDrafts(({ drafts }) => drafts[sessionId] ?? emptyDraft);
  const attaching = useDrafts((drafts) => drafts.attaching[sessionId] ?? 0);
  const reading = useReadingDocuments(({ documents }) => documents[sessionId] ?? noDocuments);
  const [openText, setOpenText] = useState<number>();
  const takesMasks = useTakesMasks(sessionId);
  /** The image whose mask was painted last. The dialog stays mounted until its closing animation ends. */
  const [marked, setMarked] = useState<{ readonly url: string; readonly isOpen: boolean }>();
  const { change } = useDrafts.getState();

  function removeImage(url: string) {
    box.current?.focus();
    import("@/store/chats/attach-mask")
      .then((attached) => attached.removeImage(sessionId, url))
      .catch((thrown: unknown) => report(toAppError(thrown)));
  }

  function changeText(index: number, text: string) {
    change(sessionId, (draft) => ({ texts: draft.texts.with(index, text) }));
  }

  function removeText(index: number) {
    change(sessionId, (draft) => ({ texts: draft.texts.toSpliced(index, 1) }));
    box.current?.focus();
  }

  function cancelReading(id: number) {
    useReadingDocuments.getState().cancel(sessionId, id);
    box.current?.focus();
  }

  return (
    <>
      <ul className={styles.tray} aria-label={t("label")}>
        {images.map((url, index) => (
          <AttachedImage
            key={url}
            url={url}
            number={index + 1}
            onMark={takesMasks ? () => setMarked({ url, isOpen: true }) : undefined}
            onRemove={() => removeImage(url)}
          />
        ))}
        {Array.from({ length: Math.max(0, attaching - reading.length) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pending image is only identified by its index
          <li key={`attaching-${index}`} className={styles.thumb}>
            <Spinner label={t("preparing")} />
          </li>
        ))}
        {texts.map((text, index) => {
          const { name = "", document } = fileOf(text) ?? {};
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text is only identified by its index
            <li key={`text-${index}`} className={styles.text}>
              {document ? (
                <DocumentChip
                  file={{ name, text: "", document }}
                  onChange={(changed) => changeText(index, fileBlock({ name, text: "", document: changed }))}
                />
              ) : (
                <Chip icon={FileText} aria-haspopup="dialog" onClick={() => setOpenText(index)}>
                  {name ? <bdi>{name}</bdi> : t("text", { count: text.length })}
                </Chip>
              )}
              <RemoveButton
                label={name ? t("removeFile", { name }) : t("removeText")}
                onRemove={() => removeText(index)}
              />
            </li>
          );
        })}
        {reading.map((document) => (
          <ReadingRow key={document.id} document={document} onCancel={() => cancelReading(document.id)} />
        ))}
      </ul>
      {marked && (
        <MarkAreaDialog
          key={marked.url}
          sessionId={sessionId}
          url={marked.url}
          open={marked.isOpen}
          onClose={() => setMarked({ ...marked, isOpen: false })}
        />
      )}
      {openText !== undefined && texts[openText] !== undefined && (
        <PastedText
          text={texts[openText]}
          onChange={(text) => changeText(openText, text)}
          onClose={() => setOpenText(undefined)}
        />
      )}
    </>
  );
}

interface AttachedImageProps {
  readonly url: string;
  /** Its position, from 1. */
  readonly number: number;
  /** Opens the dialog in which the user paints its mask. */
  readonly onMark: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** An attached image, or the mask of the one before it. */
function AttachedImage({ url, number, onMark, onRemove }: AttachedImageProps) {
  const t = useTranslations("attachments");
  const markedArea = useTranslations("markedArea");
  const [isMask, setIsMask] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    import("@/store/chats/attach-mask")
      .then(({ isMaskAt }) => isMaskAt(url))
      .then(
        (found) => isCurrent && setIsMask(found),
        (error: unknown) => console.warn("Could not read an image.", error),
      );
    return () => {
      isCurrent = false;
    };
  }, [url]);

  return (
    <Thumbnail url={url} alt={isMask ? markedArea("image") : t("image", { number })}>
      {onMark && !isMask && (
        <button
          type="button"
          className={styles.mark}
          aria-label={markedArea("open", { number })}
          onClick={onMark}
          {...tipProps(markedArea("title"))}
        >
          <Brush size={14} strokeWidth={2} aria-hidden />
        </button>
      )}
      <RemoveButton label={isMask ? markedArea("remove") : t("removeImage", { number })} onRemove={onRemove} />
    </Thumbnail>
  );
}

/** A document that is being read, with its current page and a button that cancels it. */
function ReadingRow({ document, onCancel }: { readonly document: ReadingDocument; readonly onCancel: () => void }) {
  const t = useTranslations("attachments");
  const { name, progress } = document;
  return (
    <li className={styles.text}>
      <span className={styles.reading}>
        <Spinner size="small" label={t("preparing")} />
        <bdi>{name}</bdi>
        {progress && <span className={styles.page}>{t("readingPage", { ...progress })}</span>}
      </span>
      <RemoveButton label={t("cancelReading", { name })} onRemove={onCancel} />
    </li>
  );
}

/** An attached image with its width and height in pixels, as it will be sent. */
function Thumbnail({
  url,
  alt,
  children,
}: {
  readonly url: string;
  readonly alt: string;
  readonly children: ReactNode;
}) {
  const [size, setSize] = useState("");
  return (
    <li
      className={styles.thumb}
      onLoadCapture={({ target }) => {
        if (target instanceof HTMLImageElement) setSize(`${target.naturalWidth} × ${target.naturalHeight}`);
      }}
    >
      <Picture url={url} alt={alt} />
      {size && <bdi className={styles.size}>{size}</bdi>}
      {children}
    </li>
  );
}

function Picture({ url, alt }: { readonly url: string; readonly alt: string }) {
  const id = storedImageId(url);
  if (id !== undefined) return <StoredImage id={id} alt={alt} />;
  // biome-ignore lint/performance/noImgElement: the address is a data URL
  return <img src={url} alt={alt} />;
}

function RemoveButton({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <button type="button" className={styles.remove} aria-label={label} onClick={onRemove} {...tipProps(label)}>
      <X size={14} strokeWidth={2} aria-hidden />
    </button>
  );
}

interface PastedTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
}

function PastedText({ text, onChange, onClose }: PastedTextProps) {
  const t = useTranslations("attachments");
  const app = useTranslations("app");
  const file = fileOf(text);
  return (
    <Dialog
      open
      size="large"
      title={file?.name ?? t("textTitle")}
      closeLabel={app("close")}
      onClose={onClose}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <TextArea
        label={t("textLabel")}
        rows={12}
        value={file?.text ?? text}
        onChange={(written) => onChange(file ? fileBlock({ ...file, text: `${written}\n` }) : written)}
      />
    </Dialog>
  );
}
