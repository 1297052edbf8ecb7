import { type MouseEvent, type ReactNode, Suspense, useContext, useState } from "react";
import { useTranslations } from "use-intl";
import { useKnowledge } from "@/components/chat/documents/use-knowledge";
import { lazyGroup } from "@/components/lazy-group";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { type Citation, parseCitations } from "@/lib/chat/citation";
import { asChatDocument } from "@/lib/chat/knowledge";
import { documentsOfChat } from "@/store/chats/chat-documents";
import { useChats } from "@/store/chats/chats";
import styles from "./citations.module.css";
import { CitedChatContext } from "./message-look";

const CitedDocument = lazyGroup(() => import("@/components/chat/documents/cited-document")).component("CitedDocument");

/** Maximum length of the text before a citation by which the cited passage is found, in characters. */
const statementChars = 400;

interface CitationsProps {
  /** The text between the square brackets. */
  readonly mark: string;
  readonly children: ReactNode;
}

/** Citations of documents in a reply: buttons that open the document. Marks of other kinds stay text. */
export function Citations({ mark, children }: CitationsProps) {
  const sessionId = useContext(CitedChatContext);
  const attached = useChats(() => documentsOfChat(sessionId));
  const known = useKnowledge(useChats(({ sessions }) => sessions.find(({ id }) => id === sessionId)?.mask.knowledge));
  const documents = [...attached, ...(known ?? []).map(asChatDocument)];
  const citations = sessionId === "" ? undefined : parseCitations(mark, documents);
  if (!citations) return children;
  return citations.map((citation, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a mark may name the same page twice
    <OneCitation key={index} citation={citation} />
  ));
}

function OneCitation({ citation: { text, target } }: { readonly citation: Citation }) {
  const t = useTranslations("documents");
  const [isOpen, setOpen] = useState(false);
  const [statement, setStatement] = useState<string>();

  function open({ currentTarget }: MouseEvent<HTMLElement>) {
    setStatement(textBefore(currentTarget));
    setOpen(true);
  }

  if (!target) {
    return (
      <span className={styles.unknown} title={t("unknownCited")}>
        {text}
        <VisuallyHidden> ({t("unknownCited")})</VisuallyHidden>
      </span>
    );
  }
  const { document, label } = target;
  return (
    <>
      <button
        type="button"
        className={styles.citation}
        aria-haspopup="dialog"
        aria-label={t("cited", { citation: text })}
        onClick={open}
      >
        {text}
      </button>
      {statement !== undefined && (
        <Suspense>
          <CitedDocument
            open={isOpen}
            name={document.name}
            document={document.document}
            label={label}
            statement={statement}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Returns the end of the text before an element in its paragraph, list item or cell. */
function textBefore(element: HTMLElement): string {
  const block = element.closest("p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6");
  if (!block) return "";
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEndBefore(element);
  return range.toString().slice(-statementChars);
}
