"use client";
import { Blocks, MessageSquarePlus, Pause, Play, ScrollText, SlidersHorizontal, Trash2, Wrench } from "lucide-react";
import { useTranslations } from "use-intl";
import { ToolSourceRow } from "@/components/tools/tool-source-row";
import { useChatWithTool } from "@/components/tools/use-chat-with-tool";
import { Tag, type TagProps } from "@/components/ui/tag";
import type { OperatorAction, OperatorServer, OperatorState } from "@/lib/tools/mcp/operator-wire";
import { mcpChoice } from "@/store/tools/mcp-choice";
import { useMcpOperator } from "@/store/tools/mcp-operator";
import styles from "./mcp-market.module.css";
import { type RowAction, RowActions } from "./row-actions";

interface OperatorRowProps {
  readonly server: OperatorServer;
  /** The change in progress. */
  readonly busy: OperatorAction | undefined;
  readonly onChange: (action: OperatorAction) => void;
  readonly onShowTools: () => void;
  readonly onConfigure: () => void;
  readonly onShowLog: () => void;
}

const tones = { initializing: "info", active: "ok", paused: "neutral", error: "bad" } as const satisfies Record<
  OperatorState,
  TagProps["tone"]
>;

/** A server that the operator runs: its state, and the administrator's actions. */
export function OperatorRow({ server, busy, onChange, onShowTools, onConfigure, onShowLog }: OperatorRowProps) {
  const t = useTranslations("mcp");
  const canManage = useMcpOperator((operator) => operator.canManage);
  const { id, status, error, tools } = server;
  const startChatWith = useChatWithTool();
  const isPaused = status === "paused";
  const use: RowAction = {
    id: "use",
    icon: MessageSquarePlus,
    label: t("use"),
    disabled: status !== "active",
    onSelect: () => startChatWith(mcpChoice(id)),
  };
  const show: RowAction = {
    id: "tools",
    icon: Wrench,
    label: t("tools"),
    disabled: status !== "active",
    onSelect: onShowTools,
  };
  const manage: readonly RowAction[] = [
    use,
    {
      id: "turn",
      icon: isPaused || status === "error" ? Play : Pause,
      label: t(isPaused || status === "error" ? "run" : "stop"),
      onSelect: () => onChange({ action: isPaused || status === "error" ? "resume" : "pause", id }),
    },
    show,
    { id: "configure", icon: SlidersHorizontal, label: t("configure"), onSelect: onConfigure },
    { id: "log", icon: ScrollText, label: t("log"), onSelect: onShowLog },
    {
      id: "remove",
      icon: Trash2,
      label: t("remove"),
      danger: true,
      onSelect: () => onChange({ action: "remove", id }),
    },
  ];
  return (
    <ToolSourceRow glyph={Blocks} actions={<RowActions name={id} actions={canManage ? manage : [use, show]} />}>
      <span className={styles.heading}>
        <bdi className={styles.name}>{id}</bdi>
        <Tag tone={busy ? "info" : tones[status]} dot>
          {busy ? t(`doing_${busy.action}`) : t(`run_${status}`)}
        </Tag>
        {tools !== undefined && <span className={styles.count}>{t("toolCount", { count: tools })}</span>}
      </span>
      {error !== "" && <span className={styles.problem}>{error}</span>}
    </ToolSourceRow>
  );
}
