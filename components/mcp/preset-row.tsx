"use client";
import { Blocks, ExternalLink, Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { ToolSourceRow } from "@/components/tools/tool-source-row";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Tag } from "@/components/ui/tag";
import type { McpPreset } from "@/lib/tools/mcp/presets";
import styles from "./mcp-market.module.css";

interface PresetRowProps {
  readonly preset: McpPreset;
  /** True if the operator's server can run programs. */
  readonly canRun: boolean;
  readonly onAdd: () => void;
}

/** A server of the market: its purpose, and a button to add it. */
export function PresetRow({ preset, canRun, onAdd }: PresetRowProps) {
  const t = useTranslations("mcp");
  const { name, description, repo, tags, remote } = preset;
  const canAdd = remote !== undefined || canRun;
  return (
    <ToolSourceRow
      glyph={Blocks}
      actions={
        <Button
          size="small"
          icon={Plus}
          aria-haspopup="dialog"
          aria-label={t("addNamed", { name })}
          {...(!canAdd && { disabledReason: t("needsProcess") })}
          onClick={onAdd}
        >
          {t("addAction")}
        </Button>
      }
    >
      <span className={styles.heading}>
        <bdi className={styles.name}>{name}</bdi>
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        {repo !== "" && (
          <a href={repo} target="_blank" rel="noreferrer" aria-label={t("sourceOf", { name })} className={styles.link}>
            <Icon glyph={ExternalLink} size="small" />
          </a>
        )}
      </span>
      <span className={styles.facts} dir="auto">
        {description}
      </span>
      {remote && (
        <span className={styles.facts}>
          <bdi dir="ltr">{new URL(remote.url).host}</bdi>
        </span>
      )}
      {!canAdd && <span className={styles.facts}>{t("needsProcess")}</span>}
    </ToolSourceRow>
  );
}
