"use client";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { Button } from "@/components/ui/button";
import { FieldFrame } from "@/components/ui/field-frame";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { type McpConfiguration, readMcpConfiguration } from "@/lib/tools/mcp/read-configuration";
import {
  addressProblem,
  isUnencrypted,
  type McpServer,
  type McpServerDraft,
  mcpTransports,
} from "@/lib/tools/mcp/server";
import { useMcp } from "@/store/tools/mcp";
import { HeaderFields } from "./header-fields";
import styles from "./mcp-market.module.css";
import { PlainConsent } from "./plain-consent";

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
  const problem = configuration ? undefined : addressProblem(address, draft.plainHost);
  const host = configuration || (problem && problem !== "unencrypted") ? "" : new URL(address).host;
  const isPlain = host !== "" && isUnencrypted(new URL(address));
  const reason = problem
    ? t(`address_${problem}`)
    : configuration?.servers.length === 0
      ? t("nothingToAdd")
      : undefined;

  function save() {
    const { add, change: changeServer } = useMcp.getState();
    const entered: McpServerDraft = {
      ...draft,
      url: address,
      headers: draft.headers.filter(({ name }) => name !== ""),
      // The consent applies to this address only.
      ...(draft.plainHost !== undefined && { plainHost: isPlain ? host : "" }),
    };
    if (configuration) for (const each of configuration.servers.toReversed()) add(each);
    else if (server) changeServer(server.id, entered);
    else add(entered);
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
          {...(problem && problem !== "empty" && problem !== "unencrypted" && { error: t(`address_${problem}`) })}
          onChange={(url) => change({ url })}
        />
        {configuration ? (
          <Found configuration={configuration} />
        ) : (
          <ServerFields
            draft={draft}
            host={host}
            isPlain={isPlain}
            isAllowed={problem === undefined}
            onChange={change}
          />
        )}
      </div>
    </EditorDialog>
  );
}

interface ServerFieldsProps {
  readonly draft: McpServerDraft;
  /** The host of the address; empty before the address is valid. */
  readonly host: string;
  /** Whether the connection is unencrypted, and whether the user allows that. */
  readonly isPlain: boolean;
  readonly isAllowed: boolean;
  readonly onChange: (patch: Partial<McpServerDraft>) => void;
}

/** The fields of one server below its address. */
function ServerFields({ draft, host, isPlain, isAllowed, onChange }: ServerFieldsProps) {
  const t = useTranslations("mcp");
  return (
    <>
      {host !== "" && (
        <p className={styles.note}>
          {t("goesTo")} <bdi dir="ltr">{host}</bdi>
        </p>
      )}
      {isPlain && (
        <PlainConsent
          host={host}
          isAllowed={isAllowed}
          onChange={(isPlainAllowed) => onChange({ plainHost: isPlainAllowed ? host : "" })}
        />
      )}
      <TextField
        label={t("name")}
        value={draft.name}
        placeholder={host}
        onChange={(name) => onChange({ name: name.trimStart() })}
      />
      <FieldFrame label={t("transport")}>
        <Select
          value={draft.transport}
          options={mcpTransports.map((value) => ({ value, label: t(`transport_${value}`) }))}
          onChange={(transport) => onChange({ transport })}
        />
      </FieldFrame>
      <HeaderFields headers={draft.headers} host={host} onChange={(headers) => onChange({ headers })} />
      <ListRow title={t("allowSampling")} subtitle={t("allowSamplingHint")} isLabel>
        <Switch checked={draft.allowsSampling ?? false} onChange={(allowsSampling) => onChange({ allowsSampling })} />
      </ListRow>
    </>
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
