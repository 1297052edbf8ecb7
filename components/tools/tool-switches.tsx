"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Clamped } from "@/components/ui/clamped";
import { Disclosure } from "@/components/ui/disclosure";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import type { Tool } from "@/lib/chat/tool";
import { toolsOfSource } from "@/store/tools/tools";
import styles from "./tool-choice.module.css";
import { useToolNames } from "./use-tool-names";

interface ToolSwitchesProps {
  /** The source, as in `mask.plugin`. */
  readonly source: string;
  readonly name: string;
  /** Names of the tools that are switched off. */
  readonly off: readonly string[];
  readonly onTurn: (tool: string, isOn: boolean) => void;
}

/** The single tools of a chosen source, each with a switch. Collapsed at first; expanding loads them. */
export function ToolSwitches(props: ToolSwitchesProps) {
  const { name, off } = props;
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      look="plain"
      open={isOpen}
      onToggle={setOpen}
      className={styles.single}
      summary={
        <span>
          {t("mcp.toolsOf", { name })}
          {off.length > 0 && ` · ${t("toolChoice.toolsOff", { count: off.length })}`}
        </span>
      }
    >
      {isOpen && <Switches {...props} />}
    </Disclosure>
  );
}

function Switches({ source, off, onTurn }: ToolSwitchesProps) {
  const t = useTranslations();
  const { toolName } = useToolNames();
  const tools = useToolsOf(source);
  if (tools === undefined) return <Skeleton label={t("toolChoice.loadingTools")} />;
  if (tools === "failed" || tools.length === 0) {
    return (
      <p role="status" className={styles.note}>
        {t(tools === "failed" ? "mcp.toolsFailed" : "mcp.noTools")}
      </p>
    );
  }
  return (
    <ListRows>
      {tools.map(({ source: { kind, name }, ownName, host, description }) => {
        const shown = toolName({ kind, source: name, ownName, host });
        // The description of a built-in tool is English and for models.
        const also = shown === ownName ? description : ownName;
        return (
          <ListRow key={ownName} title={<bdi>{shown}</bdi>} subtitle={also && <Clamped text={also} />} isLabel>
            <Switch checked={!off.includes(ownName)} onChange={(isOn) => onTurn(ownName, isOn)} />
          </ListRow>
        );
      })}
    </ListRows>
  );
}

/** Returns the tools of a source; undefined while they are loaded. */
function useToolsOf(source: string): readonly Tool[] | "failed" | undefined {
  const [tools, setTools] = useState<readonly Tool[] | "failed">();
  useEffect(() => {
    let isOver = false;
    toolsOfSource(source)
      .catch((thrown) => console.warn("Could not list the tools of a source.", thrown))
      .then((listed) => !isOver && setTools(listed ? withoutTwins(listed) : "failed"));
    return () => {
      isOver = true;
    };
  }, [source]);
  return tools;
}

/** A server may list a name twice; one switch is for both. */
function withoutTwins(tools: readonly Tool[]): Tool[] {
  return [...new Map(tools.map((tool) => [tool.ownName, tool])).values()];
}
