"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Reasoning } from "@/components/chat/message/reasoning";
import { lazyGroup } from "@/components/lazy-group";
import { Disclosure } from "@/components/ui/disclosure";
import type { MessageTool } from "@/lib/chat/message";
import type { CallStep, ThoughtStep } from "@/lib/chat/reply-sections";
import { ToolCallRow } from "./tool-call-row";
import styles from "./tool-calls.module.css";
import { stateOf } from "./tool-state";

/** Maximum number of visible calls; more are collapsed under one line. */
const maxRows = 4;

/** Few servers provide pages, so their code is loaded on first use. */
const ToolView = lazyGroup(() => import("./tool-view")).component("ToolView");

interface ToolCallsProps {
  readonly sessionId: string;
  readonly messageId: string;
  readonly steps: readonly (CallStep | ThoughtStep)[];
  /** True while the reply grows. */
  readonly isLive: boolean;
  /** True while the last step is the end of a reply that grows. */
  readonly isLast: boolean;
}

/**
 * Tool calls of a reply that follow each other, with arguments, host and result, and the reasoning between them. Their
 * interactive pages are below them.
 */
export function ToolCalls({ sessionId, messageId, steps, isLive, isLast }: ToolCallsProps) {
  return (
    <>
      <StepRows {...{ steps, isLive, isLast }} />
      {callsIn(steps).map(({ tool, index }) => (
        <CallView key={index} call={`${messageId} ${index}`} {...{ sessionId, tool, isLive }} />
      ))}
    </>
  );
}

function callsIn(steps: readonly (CallStep | ThoughtStep)[]): CallStep[] {
  return steps.filter((step) => step.kind === "call");
}

interface CallViewProps {
  readonly sessionId: string;
  readonly tool: MessageTool;
  /** Identifies the call in its chat. */
  readonly call: string;
  readonly isLive: boolean;
}

/** The interactive page of a call, if it has one. */
function CallView({ sessionId, tool, call, isLive }: CallViewProps) {
  const { view } = tool;
  const state = stateOf(tool, isLive);
  const [isNew] = useState(state === "writing" || state === "waiting" || state === "running");
  return (
    view && (
      <Suspense>
        <ToolView {...{ sessionId, tool, view, call, state, isNew }} />
      </Suspense>
    )
  );
}

function StepRows({ steps, isLive, isLast }: Pick<ToolCallsProps, "steps" | "isLive" | "isLast">) {
  const t = useTranslations("toolCalls");
  const rows = steps.map((step, position) => (
    <li key={step.kind === "call" ? step.index : `thought ${step.from}`}>
      {step.kind === "call" ? (
        <ToolCallRow tool={step.tool} isLive={isLive} />
      ) : (
        <Reasoning text={step.text} isThinking={isLast && position === steps.length - 1} />
      )}
    </li>
  ));
  const list = (
    <ul className={styles.list} aria-label={t("calls")}>
      {rows}
    </ul>
  );
  const states = callsIn(steps).map(({ tool }) => stateOf(tool, isLive));
  const isThinking = isLast && steps.at(-1)?.kind === "thought";
  const isOver = !isThinking && states.every((state) => state === "done" || state === "failed" || state === "stopped");
  if (states.length <= maxRows || !isOver) return list;
  const failed = states.filter((state) => state === "failed").length;
  return (
    <Disclosure className={styles.folded} summary={<span>{t("used", { count: states.length, failed })}</span>}>
      {list}
    </Disclosure>
  );
}
