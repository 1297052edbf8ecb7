"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DeleteDialog } from "@/components/shell/delete-dialog";
import { ListNotice, ListScreen } from "@/components/shell/list-screen";
import { useToolNames } from "@/components/tools/use-tool-names";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Plugin } from "@/lib/tools/plugin";
import { useUi } from "@/store/base/ui";
import { usePlugins } from "@/store/tools/plugins";
import { PluginEditor } from "./plugin-editor";
import styles from "./plugin-list.module.css";
import { PluginRow } from "./plugin-row";
import { useAllPlugins } from "./use-plugins";

/** All plugins, with search and editor. */
export function PluginList() {
  const t = useTranslations("plugins");
  const { pluginName } = useToolNames();
  const plugins = useAllPlugins();
  const [query, setQuery] = useState("");
  const [edited, setEdited] = useState<Plugin>();
  const [deleted, setDeleted] = useState<Plugin>();
  const wanted = query.trim().toLowerCase();
  const found = plugins.filter((plugin) =>
    [pluginName(plugin), plugin.title].some((name) => name.toLowerCase().includes(wanted)),
  );

  return (
    <>
      <ListScreen
        title={t("title")}
        counts={t("counts", { count: plugins.length })}
        closeLabel={t("close")}
        search={{ label: t("search"), clearLabel: t("clearSearch"), value: query, onChange: setQuery }}
        tools={
          <Button variant="solid" icon={Plus} onClick={() => setEdited(usePlugins.getState().draft())}>
            {t("create")}
          </Button>
        }
      >
        <BuiltinNotice />
        {found.length === 0 && (
          <EmptyState
            heading={t(plugins.length === 0 ? "empty" : "nothingFound")}
            text={t(plugins.length === 0 ? "emptyHint" : "tryOther")}
          />
        )}
        <ul className={styles.list} aria-label={t("title")}>
          {found.map((plugin) => (
            <PluginRow
              key={plugin.id}
              plugin={plugin}
              onOpen={() => setEdited({ ...plugin })}
              onDelete={() => setDeleted(plugin)}
            />
          ))}
        </ul>
      </ListScreen>
      <PluginEditor plugin={edited} onClose={() => setEdited(undefined)} onDelete={setDeleted} />
      <DeleteDialog
        thing={deleted}
        question={({ title }) => t("deleteQuestion", { name: title || t("untitled") })}
        body={t("deleteBody")}
        action={t("deleteAction")}
        onClose={() => setDeleted(undefined)}
        onDelete={({ id }) => useUi.getState().toast({ kind: "plugin-deleted" }, usePlugins.getState().remove(id))}
      />
    </>
  );
}

/** A notice, not an error: only the built-in plugins failed to load. */
function BuiltinNotice() {
  const t = useTranslations("plugins");
  const hasFailed = usePlugins((plugins) => plugins.builtinState === "failed");
  return <ListNotice>{hasFailed && t("builtinFailed")}</ListNotice>;
}
