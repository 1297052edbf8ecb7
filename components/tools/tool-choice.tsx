"use client";
import { Suspense, useId } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { useDocument } from "@/components/plugins/use-document";
import { useAllPlugins } from "@/components/plugins/use-plugins";
import { Clamped } from "@/components/ui/clamped";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import type { Mask } from "@/lib/chat/mask";
import { toolsOffOf, withTool } from "@/lib/chat/tools-off";
import { isHidden } from "@/lib/platform/brand";
import { toolkitChoice, toolkitIds } from "@/lib/tools/app/app-tool";
import type { Plugin } from "@/lib/tools/plugin";
import type { SourceChoice } from "./source-choice";
import styles from "./tool-choice.module.css";
import { ToolSwitches } from "./tool-switches";
import { useToolNames } from "./use-tool-names";

const ServerChoice = lazyGroup(() => import("@/components/mcp/server-choice"), { needsMessages: false }).component(
  "ServerChoice",
);

/** The fields of a mask that choose its tools. */
export type ChosenTools = Pick<Mask, "plugin" | "toolsOff">;

interface ToolChoiceProps {
  /** The current choice; ids of unknown sources and names of unknown tools are preserved. */
  readonly chosen: ChosenTools;
  readonly onChange: (patch: Partial<ChosenTools>) => void;
}

/** The tools that a model may use: each plugin and each MCP server with a switch, and their single tools. */
export function ToolChoice({ chosen: { plugin, toolsOff }, onChange }: ToolChoiceProps) {
  const turn = (source: string) => (isOn: boolean) =>
    onChange({ plugin: isOn ? [...plugin, source] : plugin.filter((each) => each !== source) });
  const single = (source: string, name: string) =>
    plugin.includes(source) && (
      <ToolSwitches
        source={source}
        name={name}
        off={toolsOffOf(toolsOff, source)}
        onTurn={(tool, isOn) => onChange({ toolsOff: withTool(toolsOff, source, tool, isOn) })}
      />
    );
  const choice: SourceChoice = { chosen: plugin, onTurn: turn, single };
  return (
    <>
      <ToolkitChoices {...choice} />
      {!isHidden("plugins") && <PluginChoices {...choice} />}
      <Suspense>{!isHidden("mcp") && <ServerChoice {...choice} />}</Suspense>
    </>
  );
}

/** The app's own tools, one switch for each group. */
function ToolkitChoices({ chosen, onTurn, single }: SourceChoice) {
  const t = useTranslations("toolChoice");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t("toolkits")}
      </h3>
      <ListRows>
        {toolkitIds.map((kit) => (
          <div key={kit} className={styles.source}>
            <ListRow title={t(`toolkit_${kit}`)} subtitle={t(`toolkit_${kit}Hint`)} isLabel>
              <Switch checked={chosen.includes(toolkitChoice(kit))} onChange={onTurn(toolkitChoice(kit))} />
            </ListRow>
            {single(toolkitChoice(kit), t(`toolkit_${kit}`))}
          </div>
        ))}
      </ListRows>
    </section>
  );
}

function PluginChoices({ chosen, onTurn, single }: SourceChoice) {
  const t = useTranslations("toolChoice");
  const { pluginName } = useToolNames();
  const plugins = useAllPlugins();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t("plugins")}
      </h3>
      <ListRows>
        {plugins.map((plugin) => (
          <div key={plugin.id} className={styles.source}>
            <PluginChoice plugin={plugin} isChosen={chosen.includes(plugin.id)} onChange={onTurn(plugin.id)} />
            {single(plugin.id, pluginName(plugin) || t("untitled"))}
          </div>
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
  const { pluginName, pluginDescription } = useToolNames();
  const read = useDocument(plugin.content);
  const { description = "", version = plugin.version } = read?.document ?? {};
  const shownDescription = pluginDescription(plugin) ?? description;
  return (
    <ListRow
      title={<Clamped text={pluginName(plugin) || t("untitled")} />}
      subtitle={<Clamped text={shownDescription || version} />}
      isLabel
    >
      <Switch checked={isChosen} onChange={onChange} />
    </ListRow>
  );
}
