"use client";
import { Suspense, useId } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { useDocument } from "@/components/plugins/use-document";
import { useAllPlugins } from "@/components/plugins/use-plugins";
import { Clamped } from "@/components/ui/clamped";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { isHidden } from "@/lib/platform/brand";
import { toolkitChoice, toolkitIds } from "@/lib/tools/app/app-tool";
import type { Plugin } from "@/lib/tools/plugin";
import styles from "./tool-choice.module.css";

const ServerChoice = lazyGroup(() => import("@/components/mcp/server-choice"), { needsMessages: false }).component(
  "ServerChoice",
);

interface ToolChoiceProps {
  /** The selected ids; ids of unknown tools are preserved. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The tools that a model may use: each plugin and each MCP server with a switch. */
export function ToolChoice({ chosen, onChange }: ToolChoiceProps) {
  const turn = (tool: string) => (isOn: boolean) =>
    onChange(isOn ? [...chosen, tool] : chosen.filter((each) => each !== tool));
  return (
    <>
      <ToolkitChoices chosen={chosen} onTurn={turn} />
      {!isHidden("plugins") && <PluginChoices chosen={chosen} onTurn={turn} />}
      <Suspense>{!isHidden("mcp") && <ServerChoice chosen={chosen} onTurn={turn} />}</Suspense>
    </>
  );
}

interface ChoicesProps {
  readonly chosen: readonly string[];
  readonly onTurn: (tool: string) => (isOn: boolean) => void;
}

/** The app's own tools, one switch for each group. */
function ToolkitChoices({ chosen, onTurn }: ChoicesProps) {
  const t = useTranslations("toolChoice");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t("toolkits")}
      </h3>
      <ListRows>
        {toolkitIds.map((kit) => (
          <ListRow key={kit} title={t(`toolkit_${kit}`)} subtitle={t(`toolkit_${kit}Hint`)} isLabel>
            <Switch checked={chosen.includes(toolkitChoice(kit))} onChange={onTurn(toolkitChoice(kit))} />
          </ListRow>
        ))}
      </ListRows>
    </section>
  );
}

function PluginChoices({ chosen, onTurn }: ChoicesProps) {
  const t = useTranslations("toolChoice");
  const plugins = useAllPlugins();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t("plugins")}
      </h3>
      <ListRows>
        {plugins.map((plugin) => (
          <PluginChoice
            key={plugin.id}
            plugin={plugin}
            isChosen={chosen.includes(plugin.id)}
            onChange={onTurn(plugin.id)}
          />
        ))}
      </ListRows>
    </section>
  );
}

interface PluginChoiceProps {
  readonly plugin: Plugin;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function PluginChoice({ plugin, isChosen, onChange }: PluginChoiceProps) {
  const t = useTranslations("toolChoice");
  const read = useDocument(plugin.content);
  const { description = "", version = plugin.version } = read?.document ?? {};
  return (
    <ListRow
      title={<Clamped text={plugin.title || t("untitled")} />}
      subtitle={<Clamped text={description || version} />}
      isLabel
    >
      <Switch checked={isChosen} onChange={onChange} />
    </ListRow>
  );
}
