import { Check, ChevronsDownUp, ChevronsUpDown, Copy, WrapText } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useContext, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "@/components/ui/icon";
import { useCopy } from "@/components/use-copy";
import styles from "./code-block.module.css";
import { CodeButton } from "./code-button";
import { languageName } from "./language-names";
import { CodeLookContext, MessageStateContext } from "./message-look";
import { useHighlighted } from "./use-highlighted";
import { useIsTall } from "./use-is-tall";

/** Languages of prose, whose lines wrap by default. */
const wrapped = new Set(["", "md", "markdown", "text", "txt", "plaintext", "tex", "latex"]);

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** True while this block grows. */
  readonly isLive: boolean;
  /** Additional buttons, before the default ones. */
  readonly children?: ReactNode;
}

/** A block of code with its language, its length, and buttons to wrap and copy it; a tall block is collapsed. */
export const CodeBlock = memo(function CodeBlock({ code, language, isLive, children }: CodeBlockProps) {
  const t = useTranslations("markdown");
  const { isCopied, copy } = useCopy();
  const [isWrapped, setWrapped] = useState(wrapped.has(language.toLowerCase()));
  const content = useHighlighted(code, language, isLive);
  const fold = useFold(code);
  const id = useId();
  const lines = code === "" ? 0 : code.split("\n").length;
  const name = languageName(language) || t("code");
  return (
    <figure
      className={styles.code}
      dir="ltr"
      data-wrap={isWrapped || undefined}
      data-folded={fold.isFolded || undefined}
    >
      <figcaption className={styles.head}>
        <span className={styles.language}>{name}</span>
        <span className={styles.lines}>{t("lines", { count: lines })}</span>
        {children}
        <CodeButton label={t("wrap")} pressed={isWrapped} onClick={() => setWrapped(!isWrapped)} icon={WrapText} />
        <CodeButton
          label={t(isCopied ? "copied" : "copyCode")}
          onClick={() => void copy(code)}
          icon={isCopied ? Check : Copy}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <pre id={id} tabIndex={0} role="group" aria-label={t("codeIn", { language: name })} onKeyDown={selectOnlyThis}>
        <code ref={fold.content} data-code="" data-language={language || undefined}>
          {content}
        </code>
      </pre>
      {fold.canFold && (
        <button
          type="button"
          className={styles.unfold}
          aria-controls={id}
          aria-expanded={!fold.isFolded}
          onClick={fold.toggle}
        >
          <Icon glyph={fold.isFolded ? ChevronsUpDown : ChevronsDownUp} size="small" />
          {fold.isFolded ? t("unfold", { count: lines }) : t("fold")}
        </button>
      )}
    </figure>
  );
});

/** Height above which code is collapsed, in pixels. */
const foldHeight = 400;

/** Collapses tall code, but not while its message grows, nor in the last message. */
function useFold(code: string) {
  const { isFolding } = useContext(CodeLookContext);
  const { isGrowing, isLast } = useContext(MessageStateContext);
  const content = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const mayFold = isFolding && !isGrowing && !isLast;
  const canFold = useIsTall(content, foldHeight, code) && mayFold;
  return { content, canFold, isFolded: mayFold && !isOpen, toggle: () => setOpen(!isOpen) };
}

/** Limits "select all" by keyboard to this code. */
function selectOnlyThis(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "a" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  getSelection()?.selectAllChildren(event.currentTarget);
}
