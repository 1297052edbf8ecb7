"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Skeleton } from "@/components/ui/skeleton";
import type { McpServerDraft } from "@/lib/tools/mcp/server";
import { useMcp } from "@/store/tools/mcp";
import { useMcpOperator } from "@/store/tools/mcp-operator";
import { useMcpPresets } from "@/store/tools/mcp-presets";
import styles from "./mcp-market.module.css";
import { PresetDialog, type ProgramPreset } from "./preset-dialog";
import { PresetRow } from "./preset-row";
import { translatedPreset } from "./translated-preset";
import type { OperatorChanges } from "./use-operator";

interface PresetSectionProps {
  /** The search text in lower case. */
  readonly wanted: string;
  readonly changes: OperatorChanges;
  /** Opens the dialog of remote servers with the known fields. */
  readonly onAddRemote: (draft: McpServerDraft) => void;
}

/** Maximum number of rendered presets; a search finds all. */
const maxRows = 100;

/** The servers of the market that are not added yet. */
export function PresetSection({ wanted, changes, onAddRemote }: PresetSectionProps) {
  const t = useTranslations("mcp");
  const { presets, state } = useMcpPresets();
  const canRun = useMcpOperator((operator) => operator.canManage);
  const running = useMcpOperator((operator) => operator.servers);
  const remote = useMcp(({ servers }) => servers);
  const [configured, setConfigured] = useState<ProgramPreset>();
  useEffect(() => void useMcpPresets.getState().fetch(), []);

  const found = presets
    .map((preset) => translatedPreset(preset, t))
    .filter((preset) => !running.some(({ id }) => id === preset.id))
    .filter((preset) => !remote.some(({ url }) => url === preset.remote?.url))
    .filter(({ name, description, tags }) =>
      [name, description, ...tags].some((text) => text.toLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name));

  return (
    <section aria-labelledby="mcp-presets">
      <h2 id="mcp-presets" className={styles.section}>
        {t("presets")}
      </h2>
      <p role="status" className={styles.facts}>
        {state === "failed" && t("presetsFailed")}
        {state === "ready" && found.length === 0 && t("nothingFound")}
      </p>
      {state === "loading" && <Skeleton label={t("loading")} />}
      <ul className={styles.list} aria-label={t("presets")}>
        {found.slice(0, maxRows).map((preset) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            canRun={canRun}
            onAdd={() => {
              const { program } = preset;
              if (preset.remote) onAddRemote(preset.remote);
              else if (program) setConfigured({ ...preset, program });
            }}
          />
        ))}
      </ul>
      <PresetDialog preset={configured} onClose={() => setConfigured(undefined)} onAdd={changes.change} />
    </section>
  );
}
