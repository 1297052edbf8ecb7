"use client";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { FieldFrame } from "@/components/ui/field-frame";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { apiRow, apiTypeNames } from "@/lib/providers/api-types";
import { apiTypeOf, type CustomEndpoint, customEndpoint, withApiType } from "@/lib/providers/custom-endpoint";
import { isFreeName } from "@/lib/settings/access-settings";
import { builtInProviders, namedServers, useAccess } from "@/store/settings/access";
import { ProviderRow } from "./provider-row";
import { RemoveServerDialog } from "./remove-server-dialog";
import styles from "./settings-screen.module.css";

/** The user's custom endpoints, and a button to add one. */
export function OwnServers() {
  const t = useTranslations("providers");
  const { endpoints, flags, addEndpoint } = useAccess();
  const [addedId, setAddedId] = useState<string>();

  function add() {
    const servers = namedServers({ endpoints, flags });
    const names = Array.from({ length: servers.length + 1 }, (_, index) => t("newName", { number: String(index + 1) }));
    const name = names.find((each) => isFreeName(each, builtInProviders, servers));
    if (name) setAddedId(addEndpoint(name).id);
  }

  return (
    <>
      {endpoints.map((endpoint) => (
        <OwnServer key={endpoint.id} endpoint={endpoint} isOpen={endpoint.id === addedId} />
      ))}
      <div className={styles.addServer}>
        <Button icon={Plus} onClick={add}>
          {t("add")}
        </Button>
      </div>
    </>
  );
}

/** The APIs that a server can have. Their names are the same in all languages. */
const apiOptions = apiTypeNames.map((type) => ({ value: type, label: apiRow(type).label }));

/** A custom endpoint: its name, API, fields, models and removal. */
function OwnServer({ endpoint, isOpen }: { readonly endpoint: CustomEndpoint; readonly isOpen: boolean }) {
  const t = useTranslations("providers");
  const { changeEndpoint } = useAccess();
  const provider = customEndpoint(endpoint);
  const [models, setModels] = useState(endpoint.models.join(", "));
  const [isAsking, setAsking] = useState(false);

  return (
    <ProviderRow
      provider={provider}
      isOpen={isOpen || undefined}
      above={
        <>
          <NameField endpoint={endpoint} />
          <FieldFrame label={t("apiType")}>
            <Select
              value={apiTypeOf(endpoint)}
              options={apiOptions}
              onChange={(apiType) => changeEndpoint(withApiType(endpoint, apiType))}
            />
          </FieldFrame>
        </>
      }
      below={
        <>
          <TextField
            label={t("models", { provider: endpoint.name })}
            help={t(provider.modelNames === "deployments" ? "deploymentsHint" : "modelsHint")}
            ltr
            placeholder="llama-4, qwen-4"
            value={models}
            onChange={(text) => {
              setModels(text);
              changeEndpoint({ ...endpoint, models: namesIn(text) });
            }}
          />
          <div>
            <Button variant="danger" size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              {t("remove", { provider: endpoint.name })}
            </Button>
            <RemoveServerDialog endpoint={endpoint} open={isAsking} onClose={() => setAsking(false)} />
          </div>
        </>
      }
    />
  );
}

/**
 * A field for an endpoint's name; a name in use is reported and not stored. Chats refer to the endpoint by its id,
 * which does not change.
 */
function NameField({ endpoint }: { readonly endpoint: CustomEndpoint }) {
  const t = useTranslations("providers");
  const { endpoints, flags, changeEndpoint } = useAccess();
  const [name, setName] = useState(endpoint.name);
  const others = namedServers({ endpoints, flags }).filter(({ id }) => id !== endpoint.id);
  const isFree = isFreeName(name, builtInProviders, others);
  return (
    <TextField
      label={t("name")}
      error={isFree ? undefined : t("nameTaken")}
      value={name}
      onChange={(text) => {
        setName(text);
        if (isFreeName(text, builtInProviders, others)) changeEndpoint({ ...endpoint, name: text.trim() });
      }}
    />
  );
}

function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}
