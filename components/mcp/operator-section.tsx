"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { listTools } from "@/lib/tools/mcp/listings";
import type { McpCommand } from "@/lib/tools/mcp/operator-wire";
import type { McpPreset } from "@/lib/tools/mcp/presets";
import { operatorPeer, useMcpOperator } from "@/store/tools/mcp-operator";
import { useMcpPresets } from "@/store/tools/mcp-presets";
import { CommandDialog } from "./command-dialog";
import { LogDialog } from "./log-dialog";
import styles from "./mcp-market.module.css";
import { OperatorRow } from "./operator-row";
import { PresetDialog, type ProgramPreset } from "./preset-dialog";
import type { ShownTools } from "./tools-dialog";
import { type Translate, translatedPreset } from "./translated-preset";
import type { OperatorChanges } from "./use-operator";

interface OperatorSectionProps {
  /** The search text in lower case. */
  readonly wanted: string;
  readonly changes: OperatorChanges;
  readonly onShowTools: (shown: ShownTools) => void;
}

/** Sorted by these states, then by name. */
const order = ["error", "active", "initializing", "paused"] as const;

/** The servers that the operator runs. */
export function OperatorSection({
  wanted,
  changes: { change, read, busy, problem },
  onShowTools,
}: OperatorSectionProps) {
  const t = useTranslations("mcp");
  const servers = useMcpOperator((operator) => operator.servers);
  const presets = useMcpPresets((market) => market.presets);
  const [configured, setConfigured] = useState<Configured>();
  const [log, setLog] = useState<{ readonly id: string; readonly lines: readonly string[] }>();
  const found = servers
    .filter(({ id }) => id.toLowerCase().includes(wanted))
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status) || (one.id < other.id ? -1 : 1));

  async function showTools(id: string) {
    try {
      onShowTools({ name: id, tools: await listTools(operatorPeer(id)) });
    } catch (thrown) {
      console.warn("Could not list the tools of an MCP server.", thrown);
      onShowTools({ name: id, tools: [], hasFailed: true });
    }
  }

  function configure(id: string) {
    read(async () => {
      const { [id]: command } = await useMcpOperator.getState().readCommands();
      if (command) setConfigured({ id, command });
    });
  }

  function showLog(id: string) {
    read(async () => setLog({ id, lines: await useMcpOperator.getState().readLog(id) }));
  }

  const preset = configured && presetWithForm(presets, configured.id, t);
  return (
    <section aria-labelledby="mcp-operator">
      <h2 id="mcp-operator" className={styles.section}>
        {t("operators")}
      </h2>
      <p role="status" className={styles.problem}>
        {problem !== undefined && t("changeFailed", { reason: problem })}
      </p>
      {servers.length === 0 && <p className={styles.facts}>{t("noOperators")}</p>}
      <ul className={styles.list} aria-label={t("operators")}>
        {found.map((server) => (
          <OperatorRow
            key={server.id}
            server={server}
            busy={busy && ("id" in busy ? busy.id === server.id : true) ? busy : undefined}
            onChange={change}
            onShowTools={() => void showTools(server.id)}
            onConfigure={() => configure(server.id)}
            onShowLog={() => showLog(server.id)}
          />
        ))}
      </ul>
      {preset && (
        <PresetDialog
          preset={preset}
          command={configured.command}
          onClose={() => setConfigured(undefined)}
          onAdd={change}
        />
      )}
      {configured && !preset && (
        <CommandDialog {...configured} onClose={() => setConfigured(undefined)} onSave={change} />
      )}
      {log && <LogDialog {...log} onClose={() => setLog(undefined)} />}
    </section>
  );
}

/** A server whose configuration dialog is open. */
interface Configured {
  readonly id: string;
  readonly command: McpCommand;
}

/** Returns the preset of a server, if it has a configuration form. */
function presetWithForm(presets: readonly McpPreset[], id: string, t: Translate): ProgramPreset | undefined {
  const preset = presets.find((each) => each.id === id);
  if (!preset?.program || Object.keys(preset.program.properties).length === 0) return undefined;
  const translated = translatedPreset(preset, t);
  return { ...translated, program: translated.program ?? preset.program };
}
