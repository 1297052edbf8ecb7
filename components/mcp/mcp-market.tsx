"use client";
import { ChevronLeft, Plus, RefreshCw, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useStartChat } from "@/components/masks/use-start-chat";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { SearchField } from "@/components/ui/search-field";
import { brand } from "@/lib/platform/brand";
import { useMcpStatuses } from "@/store/mcp-connections";
import { useMcpOperator } from "@/store/mcp-operator";
import styles from "./mcp-market.module.css";
import { OperatorSection } from "./operator-section";
import { PresetSection } from "./preset-section";
import { type EditedServer, emptyDraft, ServerDialog } from "./server-dialog";
import { ServerRow } from "./server-row";
import { type ShownTools, ToolsDialog } from "./tools-dialog";
import { useOperatorChanges, useOperatorPolling } from "./use-operator";
import { useServers } from "./use-servers";

/** The MCP servers of the person and of the operator, and the market of more. */
export function McpMarket() {
  const t = useTranslations("mcp");
  const servers = useServers();
  const [query, setQuery] = useState("");
  const [edited, setEdited] = useState<EditedServer>();
  const [toolsOf, setToolsOf] = useState<ShownTools>();
  const hasOperator = useOperatorPolling();
  const changes = useOperatorChanges();
  const wanted = query.trim().toLowerCase();
  const found = servers.filter(({ name, url }) => [name, url].some((text) => text.toLowerCase().includes(wanted)));

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  return (
    <section className={styles.screen} aria-labelledby="mcp-title">
      <Head onRestart={() => changes.change({ action: "restart" })} />
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
            <Button variant="solid" icon={Plus} aria-haspopup="dialog" onClick={() => setEdited({ draft: emptyDraft })}>
              {t("add")}
            </Button>
          </div>
          <h2 className={styles.section}>{t("yours")}</h2>
          {found.length === 0 && (
            <p className={styles.facts}>{t(servers.length === 0 ? "noneHint" : "nothingFound")}</p>
          )}
          <ul className={styles.list} aria-label={t("yours")}>
            {found.map((server) => (
              <ServerRow
                key={server.id}
                server={server}
                onConfigure={() => setEdited({ server, draft: server })}
                onShowTools={() => setToolsOf(shownTools(server))}
              />
            ))}
          </ul>
          {hasOperator && <OperatorSection wanted={wanted} changes={changes} onShowTools={setToolsOf} />}
          <PresetSection wanted={wanted} changes={changes} onAddRemote={(draft) => setEdited({ draft })} />
        </div>
      </div>
      <ServerDialog edited={edited} onClose={() => setEdited(undefined)} />
      <ToolsDialog shown={toolsOf} onClose={() => setToolsOf(undefined)} />
      {changes.dialog}
    </section>
  );
}

function shownTools({ id, name, url }: { readonly id: string; readonly name: string; readonly url: string }) {
  const status = useMcpStatuses.getState().statuses[id];
  return { name: name || new URL(url).host, tools: status?.state === "ready" ? status.tools : [] };
}

function Head({ onRestart }: { readonly onRestart: () => void }) {
  const t = useTranslations("mcp");
  const isPhone = useIsPhone();
  const { goBack } = useStartChat();
  const own = useServers().length;
  const operator = useMcpOperator(({ servers }) => servers);
  const canManage = useMcpOperator((store) => store.canManage);
  const connected = useMcpStatuses(
    ({ statuses }) => Object.values(statuses).filter(({ state }) => state === "ready").length,
  );
  const active = operator.filter(({ status }) => status === "active").length;
  const back = <IconButton icon={isPhone ? ChevronLeft : X} flip={isPhone} label={t("close")} onClick={goBack} />;
  return (
    <header className={styles.head}>
      {isPhone && back}
      <div className={styles.titles}>
        <h1 id="mcp-title" className={styles.title}>
          {t("title")}
        </h1>
        <p>{t("counts", { running: connected + active, count: own + operator.length })}</p>
      </div>
      {canManage && (
        <Button variant="quiet" size="small" icon={RefreshCw} onClick={onRestart}>
          {t("restartAll")}
        </Button>
      )}
      {!isPhone && back}
    </header>
  );
}
