"use client";
import { ChevronLeft, Plus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useStartChat } from "@/components/masks/use-start-chat";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { SearchField } from "@/components/ui/search-field";
import { brand } from "@/lib/platform/brand";
import type { Plugin } from "@/lib/tools/plugin";
import { usePlugins } from "@/store/plugins";
import { DeletePluginDialog } from "./delete-plugin-dialog";
import { PluginEditor } from "./plugin-editor";
import styles from "./plugin-list.module.css";
import { PluginRow } from "./plugin-row";
import { useAllPlugins } from "./use-plugins";

/** All plugins, to search, look at, write and set up. */
export function PluginList() {
  const t = useTranslations("plugins");
  const plugins = useAllPlugins();
  const [query, setQuery] = useState("");
  const [edited, setEdited] = useState<Plugin>();
  const [deleted, setDeleted] = useState<Plugin>();
  const wanted = query.trim().toLowerCase();
  const found = plugins.filter(({ title }) => title.toLowerCase().includes(wanted));

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  return (
    <section className={styles.screen} aria-labelledby="plugins-title">
      <Head count={plugins.length} />
      <div className={styles.scroll}>
        <div className={styles.page}>
          <div className={styles.tools}>
            <SearchField
              className={styles.search}
              label={t("search")}
              clearLabel={t("clearSearch")}
              value={query}
              onChange={setQuery}
            />
            <Button variant="solid" icon={Plus} onClick={() => setEdited(usePlugins.getState().draft())}>
              {t("create")}
            </Button>
          </div>
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
                onOpen={() => setEdited(plugin)}
                onDelete={() => setDeleted(plugin)}
              />
            ))}
          </ul>
        </div>
      </div>
      <PluginEditor plugin={edited} onClose={() => setEdited(undefined)} onDelete={setDeleted} />
      <DeletePluginDialog plugin={deleted} onClose={() => setDeleted(undefined)} />
    </section>
  );
}

function Head({ count }: { readonly count: number }) {
  const t = useTranslations("plugins");
  const isPhone = useIsPhone();
  const { goBack } = useStartChat();
  const back = <IconButton icon={isPhone ? ChevronLeft : X} flip={isPhone} label={t("close")} onClick={goBack} />;
  return (
    <header className={styles.head}>
      {isPhone && back}
      <div className={styles.titles}>
        <h1 id="plugins-title" className={styles.title}>
          {t("title")}
        </h1>
        <p>{t("counts", { count })}</p>
      </div>
      {!isPhone && back}
    </header>
  );
}

/** Said quietly: the person's own plugins are all there. */
function BuiltinNotice() {
  const t = useTranslations("plugins");
  const hasFailed = usePlugins((plugins) => plugins.builtinState === "failed");
  return (
    <p className={styles.notice} role="status">
      {hasFailed && t("builtinFailed")}
    </p>
  );
}
