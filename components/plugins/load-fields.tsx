"use client";
import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import type { Plugin } from "@/lib/tools/plugin";
import styles from "./plugin-editor.module.css";

interface LoadFieldsProps {
  readonly onLoaded: (loaded: Pick<Plugin, "content" | "source">) => void;
  readonly onError: (error: string | undefined) => void;
  readonly error: string | undefined;
}

/** Loads a document from an address or a file. */
export function LoadFields({ onLoaded, onError, error }: LoadFieldsProps) {
  const t = useTranslations("plugins");
  const [address, setAddress] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function load() {
    onError(undefined);
    setBusy(true);
    try {
      const { loadDocument } = await import("@/store/tools/load-document");
      onLoaded({ content: await loadDocument(address.trim()), source: address.trim() });
    } catch (thrown) {
      console.warn("Could not load the document.", thrown);
      onError(t("loadFailed", { reason: thrown instanceof Error ? thrown.message : "" }));
    } finally {
      setBusy(false);
    }
  }

  const isAddress = URL.canParse(address.trim());
  return (
    <div className={styles.load}>
      <TextField
        label={t("address")}
        type="url"
        ltr
        value={address}
        placeholder="https://"
        {...(error !== undefined && { error })}
        onChange={setAddress}
        onKeyDown={(event) => {
          if (event.key === "Enter" && isAddress) void load();
        }}
      />
      <Button
        icon={Download}
        busy={isBusy}
        {...(!isAddress && { disabledReason: t("addressFirst") })}
        onClick={() => void load()}
      >
        {t("load")}
      </Button>
      <FileButton onContent={(content) => onLoaded({ content, source: "" })} />
    </div>
  );
}

/** The button that loads a document from a file. */
function FileButton({ onContent }: { readonly onContent: (content: string) => void }) {
  const t = useTranslations("plugins");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        className={styles.hidden}
        tabIndex={-1}
        aria-hidden="true"
        data-testid="plugin-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          void file?.text().then(onContent);
        }}
      />
      <Button icon={Upload} onClick={() => input.current?.click()}>
        {t("chooseFile")}
      </Button>
    </>
  );
}
