"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Disclosure } from "@/components/ui/disclosure";
import type { Message, MessageTool } from "@/lib/chat/message";
import { ToolCallRow } from "./tool-call-row";
import styles from "./tool-calls.module.css";
import { stateOf } from "./tool-state";

/** Maximum number of visible calls; more are collapsed under one line. */
const maxRows = 4;

/** Few servers provide pages, so their code is loaded on first use. */
const ToolView = lazyGroup(() => import("./tool-view")).component("ToolView");

interface ToolCallsProps {
  readonly sessionId: string;
  readonly message: Message;
}

/** The tool calls of a reply, with arguments, host and result, and below them their interactive pages. */
export function ToolCalls({ sessionId, message }: ToolCallsProps) {
  const { tools = [], streaming = false } = message;
  return (
    <>
      <CallRows message={message} />
      {tools.map((tool, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: providers reuse ids across rounds, and calls never move
        <CallView key={place} call={`${message.id} ${place}`} {...{ sessionId, tool }} isLive={streaming} />
      ))}
    </>
  );
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

function CallRows({ message }: { readonly message: Message }) {
  const t = useTranslations("toolCalls");
  const { tools = [], streaming = false } = message;
  const rows = tools.map((tool, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: providers reuse ids across rounds, and calls never move
    <li key={place}>
      <ToolCallRow tool={tool} isLive={streaming} />
    </li>
  ));
  const list = (
    <ul className={styles.list} aria-label={t("calls")}>
      {rows}
    </ul>
  );
  const states = tools.map((tool) => stateOf(tool, streaming));
  const isOver = states.every((state) => state === "done" || state === "failed" || state === "stopped");
  if (tools.length <= maxRows || !isOver) return list;
  const failed = states.filter((state) => state === "failed").length;
  return (
    <Disclosure className={styles.folded} summary={<span>{t("used", { count: tools.length, failed })}</span>}>
      {list}
    </Disclosure>
  );
}
