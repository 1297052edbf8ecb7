import { type MouseEvent, type ReactNode, useContext } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { type Citation, parseCitations } from "@/lib/chat/citation";
import { useViewedDocument } from "@/store/chats/viewed-document";
import styles from "./citations.module.css";
import { CitedChatContext } from "./message-look";

/** Maximum length of the text before a citation by which the cited passage is found, in characters. */
const statementChars = 400;

interface CitationsProps {
  /** The text between the square brackets. */
  readonly mark: string;
  readonly children: ReactNode;
}

/** Citations of documents in a reply: buttons that open the document. Marks of other kinds stay text. */
export function Citations({ mark, children }: CitationsProps) {
  const chat = useContext(CitedChatContext);
  const citations = chat ? parseCitations(mark, chat.documents) : undefined;
  if (!chat || !citations) return children;
  return citations.map((citation, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a mark may name the same page twice
    <OneCitation key={index} sessionId={chat.sessionId} citation={citation} />
  ));
}

interface OneCitationProps {
  readonly sessionId: string;
  readonly citation: Citation;
}

function OneCitation({ sessionId, citation: { text, target } }: OneCitationProps) {
  const t = useTranslations("documents");
  if (!target) {
    return (
      <span className={styles.unknown} title={t("unknownCited")}>
        {text}
        <VisuallyHidden> ({t("unknownCited")})</VisuallyHidden>
      </span>
    );
  }
  const { document, label } = target;

  function open({ currentTarget: opener }: MouseEvent<HTMLElement>) {
    const { name, document: stored } = document;
    const statement = textBefore(opener);
    useViewedDocument.getState().open({ sessionId, name, document: stored, label, statement, opener });
  }

  return (
    <button type="button" className={styles.citation} aria-label={t("cited", { citation: text })} onClick={open}>
      {text}
    </button>
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
