"use client";
import { useTranslations } from "use-intl";
import { listTools } from "@/lib/tools/mcp/listings";
import { operatorPeer, useMcpOperator } from "@/store/mcp-operator";
import styles from "./mcp-market.module.css";
import { OperatorRow } from "./operator-row";
import type { ShownTools } from "./tools-dialog";
import type { OperatorChanges } from "./use-operator";

interface OperatorSectionProps {
  /** What is searched for, in small letters. */
  readonly wanted: string;
  readonly changes: OperatorChanges;
  readonly onShowTools: (shown: ShownTools) => void;
}

/** In this order of states, then by name (§1.16). */
const order = ["error", "active", "initializing", "paused"] as const;

/** The servers that the operator runs. */
export function OperatorSection({ wanted, changes: { change, busy, problem }, onShowTools }: OperatorSectionProps) {
  const t = useTranslations("mcp");
  const servers = useMcpOperator((operator) => operator.servers);
  const found = servers
    .filter(({ id }) => id.toLowerCase().includes(wanted))
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status) || (one.id < other.id ? -1 : 1));

  async function showTools(id: string) {
    try {
      onShowTools({ name: id, tools: await listTools(operatorPeer(id)) });
    } catch (thrown) {
      console.warn("The tools of an MCP server could not be listed.", thrown);
      onShowTools({ name: id, tools: [], hasFailed: true });
    }
  }

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
          />
        ))}
      </ul>
    </section>
  );
}
