import { Check, Copy, WrapText } from "lucide-react";
import { memo, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useCopy } from "@/components/use-copy";
import styles from "./code-block.module.css";
import { useHighlighted } from "./use-highlighted";

/** Draws a block of code with its language, its length, and buttons to wrap and to copy it. */
export const CodeBlock = memo(function CodeBlock({
  code,
  language,
  isLive,
}: {
  code: string;
  language: string;
  isLive: boolean;
}) {
  const t = useTranslations("markdown");
  const { isCopied, copy } = useCopy();
  const [isWrapped, setWrapped] = useState(false);
  const lines = code === "" ? 0 : code.split("\n").length;
  const content = useHighlighted(code, language, isLive);
  return (
    <figure className={styles.code} dir="ltr" data-wrap={isWrapped || undefined}>
      <figcaption className={styles.head}>
        <span className={styles.language}>{language || t("code")}</span>
        <span className={styles.lines}>{t("lines", { count: lines })}</span>
        <IconButton
          label={t("wrap")}
          pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
          icon={WrapText}
          iconSize="small"
          className={styles.button}
        />
        <IconButton
          label={t(isCopied ? "copied" : "copyCode")}
          onClick={() => void copy(code)}
          icon={isCopied ? Check : Copy}
          iconSize="small"
          className={styles.button}
        />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: preformatted text stays a pre, and is a named region too */}
      <pre tabIndex={0} role="region" aria-label={t("codeIn", { language: language || t("code") })}>
        <code data-code="">{content}</code>
      </pre>
    </figure>
  );
});
