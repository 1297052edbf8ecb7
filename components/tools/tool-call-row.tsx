"use client";
import { Check, CircleSlash, CircleX, Hand } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import { restartClickGuards } from "@/components/ui/use-click-guard";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { MessageTool } from "@/lib/chat/message";
import type { ToolProblem } from "@/lib/chat/tool";
import { parseJson, recordOf } from "@/lib/json";
import styles from "./tool-calls.module.css";
import { ToolMedia } from "./tool-media";
import { WaitingCall } from "./tool-request";
import { type ShownToolState, stateOf } from "./tool-state";
import { useToolNames } from "./use-tool-names";
import { Well } from "./well";

/** The problems of calls that did not reach their host. */
const notSent: ReadonlySet<ToolProblem> = new Set([
  "unknown-tool",
  "bad-arguments",
  "refused",
  "limit",
  "not-connected",
]);

interface ToolCallRowProps {
  readonly tool: MessageTool;
  /** True while its reply grows. */
  readonly isLive: boolean;
  /** True for a call of an interactive page. */
  readonly isOfPage?: boolean;
}

/**
 * A tool call: its state, name, arguments in one line and duration; expanded, everything. A failed one expands once by
 * itself, and code that waits for permission.
 */
export function ToolCallRow({ tool, isLive, isOfPage = false }: ToolCallRowProps) {
  const t = useTranslations("toolCalls");
  const message = useTranslations("message");
  const names = useToolNames();
  const state = stateOf(tool, isLive);
  const [isOpen, setOpen] = useState(false);
  const code = tool.kind === "app" ? codeOf(tool.argumentsText) : undefined;
  const mustBeRead = state === "waiting" && code !== undefined;
  useEffect(() => {
    if (isLive && state === "failed") setOpen(true);
  }, [isLive, state]);
  useEffect(() => {
    if (!mustBeRead) return;
    setOpen(true);
    return () => setOpen(false);
  }, [mustBeRead]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an expanded row moves the buttons below it
  useLayoutEffect(() => {
    // A server chooses when its call ends, and a page when it calls. A model's question appears without a wait.
    if (isOfPage || state !== "waiting") restartClickGuards();
  }, [isOfPage, state, isOpen]);
  const { kind, source, name, ownName = name, host, argumentsText, result, media, problem, progress, ms } = tool;
  // A call that runs when the tab is closed has no duration.
  const hasRun = ms !== undefined || tool.state === "running";
  const identity = { kind, source, ownName, host };
  const shownName = names.toolName(identity);
  return (
    <>
      <Disclosure
        open={isOpen}
        onToggle={setOpen}
        summary={
          <>
            <StateIcon state={state} />
            <VisuallyHidden>{hasRun && state === "stopped" ? message("stopped") : t(`state_${state}`)}</VisuallyHidden>
            <span className={styles.words}>
              {source !== undefined && (
                <span className={styles.source}>{kind === "mcp" ? `MCP · ${source}` : names.sourceName(identity)}</span>
              )}
              <span className={styles.name}>{shownName}</span>
              <span className={styles.arguments}>
                {state === "running" && progress ? progress : oneLine(code ?? argumentsText)}
              </span>
            </span>
            {ms !== undefined && <span className={styles.time}>{t("seconds", { seconds: ms / 1000 })}</span>}
          </>
        }
      >
        {host && !(problem && notSent.has(problem)) && (
          <p className={styles.host}>
            {t("goesTo")} <bdi dir="ltr">{host}</bdi>
          </p>
        )}
        {code === undefined ? (
          <Well label={t("arguments")} text={argumentsText || "{}"} />
        ) : (
          <Well label={t("code")} text={code} isVerbatim />
        )}
        {problem && problem !== "stopped" && <p className={styles.problem}>{t(`problem_${problem}`)}</p>}
        {result && (
          <Well label={t(state === "failed" ? "error" : "result")} text={result} isError={state === "failed"} />
        )}
        {state === "done" && !result && <p className={styles.host}>{t("noResult")}</p>}
      </Disclosure>
      {media && media.length > 0 && <ToolMedia media={media} name={shownName} />}
      {state === "waiting" && tool.ask !== undefined && (
        <WaitingCall key={tool.ask} id={tool.ask} isOfPage={isOfPage} />
      )}
    </>
  );
}

const icons = { waiting: Hand, done: Check, failed: CircleX, stopped: CircleSlash } as const;

function StateIcon({ state }: { state: ShownToolState }) {
  if (state === "running" || state === "writing") return <Spinner size="small" />;
  return <Icon glyph={icons[state]} size="small" className={styles[state]} />;
}

/** Returns the code in the arguments of a tool that runs code; undefined for other tools. */
function codeOf(argumentsText: string): string | undefined {
  const args = recordOf(parseJson(argumentsText));
  return typeof args.code === "string" ? args.code : undefined;
}

/** Returns the beginning of the arguments as one line, without their outer braces. */
function oneLine(argumentsText: string): string {
  return argumentsText.slice(0, 300).replace(/\s+/g, " ").trim();
}
