"use client";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { Button } from "@/components/ui/button";
import { FieldFrame } from "@/components/ui/field-frame";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { type McpConfiguration, readMcpConfiguration } from "@/lib/tools/mcp/read-configuration";
import { addressProblem, type McpServer, type McpServerDraft, mcpTransports } from "@/lib/tools/mcp/server";
import { useMcp } from "@/store/tools/mcp";
import { HeaderFields } from "./header-fields";
import styles from "./mcp-market.module.css";

/** The server in the dialog: an existing one, or a new one with the known fields. */
export interface EditedServer {
  readonly server?: McpServer;
  readonly draft: McpServerDraft;
}

export const emptyDraft: McpServerDraft = { name: "", url: "", transport: "auto", headers: [] };

interface ServerDialogProps {
  /** Absent if none is edited. */
  readonly edited: EditedServer | undefined;
  readonly onClose: () => void;
}

/** Adds a remote server by its address, or several by another program's configuration; or edits one. */
export function ServerDialog({ edited, onClose }: ServerDialogProps) {
  const last = useRef<{ readonly edited: EditedServer; readonly key: number }>(null);
  if (edited && edited !== last.current?.edited) last.current = { edited, key: (last.current?.key ?? 0) + 1 };
  if (!last.current) return null;
  return <Editor key={last.current.key} edited={last.current.edited} open={edited !== undefined} onClose={onClose} />;
}

interface EditorProps {
  readonly edited: EditedServer;
  readonly open: boolean;
  readonly onClose: () => void;
}

function Editor({ edited: { server, draft: given }, open, onClose }: EditorProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  const [draft, setDraft] = useState(given);
  const change = (patch: Partial<McpServerDraft>) => setDraft({ ...draft, ...patch });
  const address = draft.url.trim();
  const configuration = server ? undefined : readMcpConfiguration(address);
  const problem = configuration ? undefined : addressProblem(address);
  const host = configuration || problem ? "" : new URL(address).host;
  const reason = problem
    ? t(`address_${problem}`)
    : configuration?.servers.length === 0
      ? t("nothingToAdd")
      : undefined;

  function save() {
    const { add, change: changeServer } = useMcp.getState();
    const headers = draft.headers.filter(({ name }) => name !== "");
    if (configuration) for (const each of configuration.servers.toReversed()) add(each);
    else if (server) changeServer(server.id, { ...draft, url: address, headers });
    else add({ ...draft, url: address, headers });
    onClose();
  }

  return (
    <EditorDialog
      open={open}
      onClose={onClose}
      isDirty={JSON.stringify(draft) !== JSON.stringify(given)}
      title={server ? t("configureNamed", { name: server.name || new URL(server.url).host }) : t("add")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button variant="solid" {...(reason !== undefined && { disabledReason: reason })} onClick={save}>
            {t(server ? "save" : "connect")}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextArea
          label={t("address")}
          ltr
          rows={2}
          value={draft.url}
          placeholder="https://"
          help={server ? undefined : t("addressHelp")}
          {...(problem && problem !== "empty" && { error: t(`address_${problem}`) })}
          onChange={(url) => change({ url })}
        />
        {configuration ? (
          <Found configuration={configuration} />
        ) : (
          <>
            {host !== "" && (
              <p className={styles.note}>
                {t("goesTo")} <bdi dir="ltr">{host}</bdi>
              </p>
            )}
            <TextField
              label={t("name")}
              value={draft.name}
              placeholder={host}
              onChange={(name) => change({ name: name.trimStart() })}
            />
            <FieldFrame label={t("transport")}>
              <Select
                value={draft.transport}
                options={mcpTransports.map((value) => ({ value, label: t(`transport_${value}`) }))}
                onChange={(transport) => change({ transport })}
              />
            </FieldFrame>
            <HeaderFields headers={draft.headers} host={host} onChange={(headers) => change({ headers })} />
          </>
        )}
      </div>
    </EditorDialog>
  );
}

/** The servers in a pasted configuration, with the hosts that will be called. */
function Found({ configuration: { servers, leftOut } }: { readonly configuration: McpConfiguration }) {
  const t = useTranslations("mcp");
  return (
    <div className={styles.note}>
      <p>{t("found", { count: servers.length })}</p>
      <ul>
        {servers.map(({ name, url }) => (
          <li key={name}>
            <bdi>{name}</bdi> · <bdi dir="ltr">{new URL(url).host}</bdi>
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && <p>{t("leftOut", { names: leftOut.join(", ") })}</p>}
    </div>
  );
}
