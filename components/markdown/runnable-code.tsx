import { Play, Square } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import type { CodeLanguage } from "@/lib/tools/app/code-run";
import { CodeBlock } from "./code-block";
import { CodeButton } from "./code-button";
import { useCodeRun } from "./use-code-run";

const CodeOutput = lazyGroup(() => import("./code-output")).component("CodeOutput");

interface RunnableCodeProps {
  readonly code: string;
  /** The info string of the block. */
  readonly language: string;
  readonly runnable: CodeLanguage;
  readonly chatId: string;
}

/** A block of code with a button that runs it in a sandbox (docs/decisions/0062), and its output. */
export function RunnableCode({ code, language, runnable, chatId }: RunnableCodeProps) {
  const t = useTranslations("markdown");
  const { run, start, stop, close } = useCodeRun({ code, language: runnable, chatId });
  const isRunning = run?.isRunning === true;
  return (
    <>
      <CodeBlock code={code} language={language} isLive={false}>
        <CodeButton
          label={t(isRunning ? "stopCode" : "runCode")}
          icon={isRunning ? Square : Play}
          onClick={() => (isRunning ? stop() : void start())}
        />
      </CodeBlock>
      {run && (
        <Suspense>
          <CodeOutput run={run} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
