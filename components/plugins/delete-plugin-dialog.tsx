"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm";
import type { Plugin } from "@/lib/tools/plugin";
import { usePlugins } from "@/store/plugins";
import { useUi } from "@/store/ui";

interface DeletePluginDialogProps {
  /** Absent while nothing is to be deleted. */
  readonly plugin: Plugin | undefined;
  readonly onClose: () => void;
}

/** Asks before a plugin is deleted; the toast brings it back. */
export function DeletePluginDialog({ plugin, onClose }: DeletePluginDialogProps) {
  const t = useTranslations("plugins");
  const app = useTranslations("app");
  // Its name stays while the dialog leaves.
  const last = useRef(plugin);
  if (plugin) last.current = plugin;
  return (
    <ConfirmDialog
      open={plugin !== undefined}
      title={t("deleteQuestion", { name: last.current?.title || t("untitled") })}
      body={t("deleteBody")}
      confirmLabel={t("deleteAction")}
      cancelLabel={app("cancel")}
      closeLabel={app("close")}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        if (plugin) useUi.getState().toast({ kind: "plugin-deleted" }, usePlugins.getState().remove(plugin.id));
      }}
    />
  );
}
