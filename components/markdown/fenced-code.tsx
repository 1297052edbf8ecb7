import { Play, Square } from "lucide-react";
import { useContext, useState } from "react";
import { useTranslations } from "use-intl";
import { CodeBlock } from "./code-block";
import { CodeButton } from "./code-button";
import { Diagram } from "./diagram";
import { ChatIdContext, CodeLookContext, MessageStateContext } from "./message-look";
import { PagePreview } from "./page-preview";
import { hasScript, previewKind } from "./preview-kind";
import { RunnableCode } from "./runnable-code";
import { runnableLanguage } from "./runnable-language";

interface FencedCodeProps {
  readonly code: string;
  readonly language: string;
  /** True while this block grows. */
  readonly isLive: boolean;
}

/**
 * A block of code, with a page preview once the block is complete, and a diagram or a button that runs it once the
 * message is. A preview that came with the end of the message would move the text below the block.
 */
export function FencedCode({ code, language, isLive }: FencedCodeProps) {
  const { isGrowing } = useContext(MessageStateContext);
  const { hasPreviews } = useContext(CodeLookContext);
  const chatId = useContext(ChatIdContext);
  const runnable = isGrowing ? undefined : runnableLanguage(language);
  const kind = isLive ? null : previewKind(code, language);
  if (kind === "diagram" && !isGrowing) return <Diagram code={code} language={language} />;
  if (kind === "page" && hasPreviews) return <CodeWithPage code={code} language={language} />;
  if (runnable && chatId !== null) {
    return <RunnableCode code={code} language={language} runnable={runnable} chatId={chatId} />;
  }
  return <CodeBlock code={code} language={language} isLive={isLive} />;
}

/** A code block with a page preview. A page without scripts is shown at once; one with scripts waits for a click. */
function CodeWithPage({ code, language }: { code: string; language: string }) {
  const t = useTranslations("markdown");
  const isActive = hasScript(code);
  // For this code only: other code with scripts waits for another click.
  const [choice, setChoice] = useState({ code, isShown: !isActive });
  const isShown = choice.code === code ? choice.isShown : !isActive;
  return (
    <>
      <CodeBlock code={code} language={language} isLive={false}>
        <CodeButton
          label={t(isShown ? "closePage" : isActive ? "runPage" : "showPage")}
          icon={isShown ? Square : Play}
          onClick={() => setChoice({ code, isShown: !isShown })}
        />
      </CodeBlock>
      {isShown && <PagePreview code={code} mayRun={isActive} />}
    </>
  );
}
