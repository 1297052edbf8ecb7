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

/** A block of code, with its preview or a button that runs it once the message is complete. */
export function FencedCode({ code, language, isLive }: FencedCodeProps) {
  const { isGrowing } = useContext(MessageStateContext);
  const { hasPreviews } = useContext(CodeLookContext);
  const chatId = useContext(ChatIdContext);
  const runnable = isGrowing ? undefined : runnableLanguage(language);
  const kind = isGrowing ? null : previewKind(code, language);
  if (kind === "diagram") return <Diagram code={code} language={language} />;
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
  const [isShown, setShown] = useState(!isActive);
  return (
    <>
      <CodeBlock code={code} language={language} isLive={false}>
        <CodeButton
          label={t(isShown ? "closePage" : isActive ? "runPage" : "showPage")}
          icon={isShown ? Square : Play}
          onClick={() => setShown(!isShown)}
        />
      </CodeBlock>
      {isShown && <PagePreview code={code} mayRun={isActive} />}
    </>
  );
}
