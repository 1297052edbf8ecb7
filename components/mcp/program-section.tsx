"use client";
import {
  MessageSquarePlus,
  Pause,
  Play,
  Plus,
  RefreshCw,
  Settings2,
  SquareTerminal,
  Trash2,
  Wrench,
} from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ToolSourceRow } from "@/components/tools/tool-source-row";
import { useChatWithTool } from "@/components/tools/use-chat-with-tool";
import { Button } from "@/components/ui/button";
import { programName, type ToolProgram } from "@/lib/tools/mcp/program";
import { useUi } from "@/store/base/ui";
import { mcpChoice } from "@/store/tools/mcp-choice";
import { type McpStatus, useMcpStatuses } from "@/store/tools/mcp-connections";
import { connectProgram, disconnectProgram } from "@/store/tools/program-connections";
import { removeProgram } from "@/store/tools/program-removal";
import { usePrograms } from "@/store/tools/programs";
import styles from "./mcp-market.module.css";
import { ProgramDialog } from "./program-dialog";
import { type RowAction, RowActions } from "./row-actions";
import { ServerTag, shownState } from "./server-tag";
import type { ShownTools } from "./tools-dialog";

interface ProgramSectionProps {
  /** The search text in lower case. */
  readonly wanted: string;
  readonly onShowTools: (shown: ShownTools) => void;
}

/** The programs on this computer that serve tools, in the desktop app. */
export function ProgramSection({ wanted, onShowTools }: ProgramSectionProps) {
  const t = useTranslations("mcp");
  const programs = usePrograms((state) => state.programs);
  const [edited, setEdited] = useState<{ readonly program?: ToolProgram }>();
  const found = programs.filter((program) =>
    [programName(program), program.command].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <section aria-labelledby="mcp-programs">
      <h2 id="mcp-programs" className={styles.section}>
        {t("programs")}
      </h2>
      <p className={styles.facts}>{t("programsHint")}</p>
      <ul className={styles.list} aria-label={t("programs")}>
        {found.map((program) => (
          <ProgramRow
            key={program.id}
            program={program}
            onConfigure={() => setEdited({ program })}
            onShowTools={onShowTools}
          />
        ))}
      </ul>
      <Button icon={Plus} aria-haspopup="dialog" onClick={() => setEdited({})}>
        {t("addProgram")}
      </Button>
      {edited && <ProgramDialog program={edited.program} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

interface ProgramRowProps {
  readonly program: ToolProgram;
  readonly onConfigure: () => void;
  readonly onShowTools: (shown: ShownTools) => void;
}

function ProgramRow({ program, onConfigure, onShowTools }: ProgramRowProps) {
  const t = useTranslations("mcp");
  const { id, isOn, command, args } = program;
  const startChatWith = useChatWithTool();
  const status = useMcpStatuses(({ statuses }) => statuses[id]);
  const name = programName(program);
  const tools = status?.state === "ready" ? status.tools : undefined;

  useEffect(() => {
    if (isOn && !status) void connectProgram(program);
  }, [isOn, status, program]);

  function turn() {
    if (isOn) disconnectProgram(id);
    usePrograms.getState().change(id, { isOn: !isOn });
  }

  function remove() {
    useUi.getState().toast({ kind: "mcp-server-deleted" }, removeProgram(id));
  }

  const retry: RowAction = {
    id: "retry",
    icon: RefreshCw,
    label: t("retry"),
    onSelect: () => void connectProgram(program),
  };
  const actions: readonly RowAction[] = [
    ...(status?.state === "failed" ? [retry] : []),
    {
      id: "use",
      icon: MessageSquarePlus,
      label: t("use"),
      disabled: !tools,
      onSelect: () => startChatWith(mcpChoice(id)),
    },
    { id: "turn", icon: isOn ? Pause : Play, label: t(isOn ? "pause" : "start"), onSelect: turn },
    {
      id: "tools",
      icon: Wrench,
      label: t("tools"),
      disabled: !tools,
      onSelect: () => onShowTools({ name, tools: tools ?? [] }),
    },
    { id: "configure", icon: Settings2, label: t("configure"), onSelect: onConfigure },
    { id: "delete", icon: Trash2, label: t("delete"), danger: true, onSelect: remove },
  ];

  return (
    <ToolSourceRow glyph={SquareTerminal} actions={<RowActions name={name} actions={actions} />}>
      <span className={styles.heading}>
        <bdi className={styles.name}>{name}</bdi>
        <ServerTag state={shownState(isOn, status)} />
        {tools && <span className={styles.count}>{t("toolCount", { count: tools.length })}</span>}
      </span>
      <span className={styles.facts}>
        <bdi dir="ltr">{[command, ...args].join(" ")}</bdi>
        {isOn && <Problem status={status} />}
      </span>
      {isOn && <Reason status={status} />}
    </ToolSourceRow>
  );
}

function Problem({ status }: { readonly status: McpStatus | undefined }) {
  const t = useTranslations("mcp");
  if (status?.state !== "failed") return null;
  return (
    <span className={styles.problem}>
      {" · "}
      {status.kind === "refused" ? t("programNotAllowed") : t("programEnded")}
    </span>
  );
}

/** The end of what a program that failed has printed, or the system's reason. */
function Reason({ status }: { readonly status: McpStatus | undefined }) {
  if (status?.state !== "failed" || status.kind === "refused" || status.message === "") return null;
  return (
    <span className={styles.reason} dir="auto" title={status.message}>
      {status.message}
    </span>
  );
}
