"use client";
import { Plus, RefreshCw } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { ListScreen } from "@/components/shell/list-screen";
import { Button } from "@/components/ui/button";
import { useMcpStatuses } from "@/store/tools/mcp-connections";
import { useMcpOperator } from "@/store/tools/mcp-operator";
import styles from "./mcp-market.module.css";
import { OperatorSection } from "./operator-section";
import { PresetSection } from "./preset-section";
import { type EditedServer, emptyDraft, ServerDialog } from "./server-dialog";
import { ServerRow } from "./server-row";
import { type ShownTools, ToolsDialog } from "./tools-dialog";
import { useOperatorChanges, useOperatorPolling } from "./use-operator";
import { useServers } from "./use-servers";

/** Only the desktop app can start programs; other builds do not contain the code. */
const ProgramSection = process.env.BUILD_APP
  ? lazy(() => import("./program-section").then((loaded) => ({ default: loaded.ProgramSection })))
  : undefined;

/** The MCP servers of the user and the operator, and a market with more. */
export function McpMarket() {
  const t = useTranslations("mcp");
  const servers = useServers();
  const [query, setQuery] = useState("");
  const [edited, setEdited] = useState<EditedServer>();
  const [toolsOf, setToolsOf] = useState<ShownTools>();
  const hasOperator = useOperatorPolling();
  const changes = useOperatorChanges();
  const counts = useCounts();
  const canManage = useMcpOperator((operator) => operator.canManage);
  const wanted = query.trim().toLowerCase();
  const found = servers.filter(({ name, url }) => [name, url].some((text) => text.toLowerCase().includes(wanted)));

  return (
    <>
      <ListScreen
        title={t("title")}
        counts={counts.count === 0 ? t("noServers") : t("counts", counts)}
        closeLabel={t("close")}
        actions={canManage && <RestartButton onRestart={() => changes.change({ action: "restart" })} />}
        search={{ label: t("search"), clearLabel: t("clearSearch"), value: query, onChange: setQuery }}
        tools={
          <Button variant="solid" icon={Plus} aria-haspopup="dialog" onClick={() => setEdited({ draft: emptyDraft })}>
            {t("add")}
          </Button>
        }
      >
        <h2 className={styles.section}>{t("yours")}</h2>
        {found.length === 0 && <p className={styles.facts}>{t(servers.length === 0 ? "noneHint" : "nothingFound")}</p>}
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
        {ProgramSection && (
          <Suspense>
            <ProgramSection wanted={wanted} onShowTools={setToolsOf} />
          </Suspense>
        )}
        {hasOperator && <OperatorSection wanted={wanted} changes={changes} onShowTools={setToolsOf} />}
        <PresetSection wanted={wanted} changes={changes} onAddRemote={(draft) => setEdited({ draft })} />
      </ListScreen>
      <ServerDialog edited={edited} onClose={() => setEdited(undefined)} />
      <ToolsDialog shown={toolsOf} onClose={() => setToolsOf(undefined)} />
      {changes.dialog}
    </>
  );
}

function shownTools({ id, name, url }: { readonly id: string; readonly name: string; readonly url: string }) {
  const status = useMcpStatuses.getState().statuses[id];
  return { name: name || new URL(url).host, tools: status?.state === "ready" ? status.tools : [] };
}

/** Returns the number of servers, and of those that are usable now. */
function useCounts() {
  const own = useServers().length;
  const operator = useMcpOperator(({ servers }) => servers);
  const connected = useMcpStatuses(
    ({ statuses }) => Object.values(statuses).filter(({ state }) => state === "ready").length,
  );
  const active = operator.filter(({ status }) => status === "active").length;
  return { running: connected + active, count: own + operator.length };
}

function RestartButton({ onRestart }: { readonly onRestart: () => void }) {
  const t = useTranslations("mcp");
  return (
    <Button variant="quiet" size="small" icon={RefreshCw} onClick={onRestart}>
      {t("restartAll")}
    </Button>
  );
}
