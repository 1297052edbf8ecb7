"use client";
import { Eye, MessageSquarePlus, Pencil, Plug, Trash2 } from "lucide-react";
import { useTranslations } from "use-intl";
import { ToolSourceRow } from "@/components/tools/tool-source-row";
import { useChatWithTool } from "@/components/tools/use-chat-with-tool";
import { useToolNames } from "@/components/tools/use-tool-names";
import { Clamped } from "@/components/ui/clamped";
import { IconButton } from "@/components/ui/icon-button";
import type { Plugin } from "@/lib/tools/plugin";
import styles from "./plugin-list.module.css";
import { useDocument } from "./use-document";

interface PluginRowProps {
  readonly plugin: Plugin;
  /** Opens the editor; of a built-in plugin only the credential can be set. */
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** A plugin in the list: its description, what it requires, and its actions. */
export function PluginRow({ plugin, onOpen, onDelete }: PluginRowProps) {
  const t = useTranslations("plugins");
  const read = useDocument(plugin.content);
  const startChatWith = useChatWithTool();
  const { pluginName, pluginDescription } = useToolNames();
  const name = pluginName(plugin) || t("untitled");
  const description = pluginDescription(plugin) ?? read?.document?.description;
  const facts = [
    t("methods", { count: read?.operations.length ?? 0 }),
    t(`auth_${plugin.authType || "none"}`),
    ...(plugin.usingProxy ? [t("throughProxy")] : []),
    ...(plugin.builtin ? [t("builtin")] : []),
  ];
  return (
    <ToolSourceRow
      glyph={Plug}
      actions={
        <>
          <IconButton
            icon={MessageSquarePlus}
            label={t("useNamed", { name })}
            onClick={() => startChatWith(plugin.id)}
          />
          <IconButton
            icon={plugin.builtin ? Eye : Pencil}
            label={t(plugin.builtin ? "viewNamed" : "editNamed", { name })}
            aria-haspopup="dialog"
            onClick={onOpen}
          />
          {!plugin.builtin && (
            <IconButton icon={Trash2} label={t("deleteNamed", { name })} aria-haspopup="dialog" onClick={onDelete} />
          )}
        </>
      }
    >
      <span className={styles.name}>
        <Clamped text={name} /> <span className={styles.version}>{read?.document?.version ?? plugin.version}</span>
      </span>
      {description && (
        <span className={styles.description}>
          <Clamped text={description} />
        </span>
      )}
      <span className={styles.facts}>{facts.join(" · ")}</span>
    </ToolSourceRow>
  );
}
