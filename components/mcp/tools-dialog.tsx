"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Tag } from "@/components/ui/tag";
import type { McpToolDefinition } from "@/lib/tools/mcp/listings";
import styles from "./mcp-market.module.css";

/** The tools of a server, with its name. */
export interface ShownTools {
  readonly name: string;
  readonly tools: readonly McpToolDefinition[];
  /** The tools could not be listed. */
  readonly hasFailed?: boolean;
}

interface ToolsDialogProps {
  /** Absent if none is shown. */
  readonly shown: ShownTools | undefined;
  readonly onClose: () => void;
}

/** The tools of a server, with their descriptions. */
export function ToolsDialog({ shown, onClose }: ToolsDialogProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  // Kept during the closing animation of the dialog.
  const last = useRef(shown);
  if (shown) last.current = shown;
  const { name = "", tools = [], hasFailed = false } = last.current ?? {};
  return (
    <Dialog
      open={shown !== undefined}
      onClose={onClose}
      title={t("toolsOf", { name })}
      closeLabel={app("close")}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      {tools.length === 0 && <p className={styles.facts}>{t(hasFailed ? "toolsFailed" : "noTools")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t("toolsOf", { name })}>
        {tools.map((tool) => (
          <li key={tool.name} className={styles.tool}>
            <span className={styles.heading}>
              <bdi className={styles.name}>{tool.name}</bdi>
              {tool.annotations.readOnlyHint && <Tag tone="ok">{t("reads")}</Tag>}
            </span>
            <span className={styles.facts} dir="auto">
              {tool.description}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
