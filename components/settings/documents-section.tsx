"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { chosenEmbedder, type EmbeddingServer, embeddingServers } from "@/store/embeddings/embedding-servers";
import { maxModelChars, useEmbeddingSettings } from "@/store/embeddings/embedding-settings";
import { trySearch, turnOffSearch, turnOnSearch } from "@/store/embeddings/search-by-meaning";
import { useAccess } from "@/store/settings/access";
import { CheckRow } from "./check-row";

/** The search of documents by meaning: whether it is on, and the server and the model that compute vectors. */
export function DocumentsSection() {
  const settings = useEmbeddingSettings();
  // The servers depend on the keys and addresses.
  useAccess();
  const servers = embeddingServers();
  const [chosenId, setChosenId] = useState(settings.providerId);
  const [model, setModel] = useState<string | undefined>(settings.model || undefined);
  const server = servers.find(({ provider }) => provider.id === chosenId) ?? servers[0];
  const isOn = chosenEmbedder(settings) !== undefined;
  const name = model ?? server?.model ?? "";
  return (
    <>
      <SearchRow server={server} model={name.trim()} isOn={isOn} />
      {server && (
        <ServerRow
          servers={servers}
          server={server}
          isOn={isOn}
          onChange={(id) => {
            setChosenId(id);
            setModel(undefined);
          }}
        />
      )}
      {server && <ModelRow model={name} isOn={isOn} onChange={setModel} />}
      {server && name.trim() !== "" && <ServerCheckRow server={server} model={name.trim()} />}
    </>
  );
}

interface SearchRowProps {
  readonly server: EmbeddingServer | undefined;
  readonly model: string;
  readonly isOn: boolean;
}

/** The switch. It says what is sent where before it is on. */
function SearchRow({ server, model, isOn }: SearchRowProps) {
  const t = useTranslations("meaning");
  const hint =
    server &&
    t(server.isRelayed ? "searchHintRelay" : "searchHint", { host: server.host, provider: server.provider.name });

  function change(isWanted: boolean) {
    if (server) void (isWanted ? turnOnSearch(server, model) : turnOffSearch()).catch(reportFailure);
  }

  return (
    <ListRow
      title={t("search")}
      subtitle={hint ?? t("noServer")}
      anchor="meaning.search"
      also={[t("searchAlso")]}
      isLabel
    >
      <Switch checked={isOn} disabled={!isOn && (!server || model === "")} onChange={change} />
    </ListRow>
  );
}

function reportFailure(thrown: unknown): void {
  report(toAppError(thrown));
}

interface ServerRowProps {
  readonly servers: readonly EmbeddingServer[];
  readonly server: EmbeddingServer;
  readonly isOn: boolean;
  readonly onChange: (id: string) => void;
}

function ServerRow({ servers, server, isOn, onChange }: ServerRowProps) {
  const t = useTranslations("meaning");
  const options = servers.map(({ provider: { id, name } }) => ({ value: id, label: name }));
  return (
    <ListRow title={t("server")} subtitle={isOn ? t("fixed") : undefined} anchor="meaning.server">
      <Select value={server.provider.id} options={options} disabled={isOn} onChange={onChange} />
    </ListRow>
  );
}

interface ModelRowProps {
  readonly model: string;
  readonly isOn: boolean;
  readonly onChange: (model: string) => void;
}

function ModelRow({ model, isOn, onChange }: ModelRowProps) {
  const t = useTranslations("meaning");
  return (
    <ListRow title={t("model")} subtitle={isOn ? t("fixed") : t("modelHint")} anchor="meaning.model" wide>
      <TextField ltr maxLength={maxModelChars} disabled={isOn} value={model} onChange={onChange} />
    </ListRow>
  );
}

/** Requests one vector to find out whether the server computes them. */
function ServerCheckRow({ server, model }: { readonly server: EmbeddingServer; readonly model: string }) {
  const t = useTranslations("meaning");
  return (
    <CheckRow
      title={t("check")}
      hint={t("checkHint", { host: server.host })}
      anchor="meaning.check"
      check={() => trySearch(server, model)}
    />
  );
}
