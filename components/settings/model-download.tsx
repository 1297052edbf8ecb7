"use client";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { TextField } from "@/components/ui/text-field";
import { readPullName } from "@/lib/providers/codecs/ollama-pull";
import type { Provider } from "@/lib/providers/provider";
import { type ModelDownload as Download, useModelDownloads } from "@/store/settings/model-downloads";
import { FailureText } from "./failure-text";
import styles from "./settings-screen.module.css";
import { useSize } from "./use-size";

/** A name of Ollama’s library. */
const exampleName = "qwen3:8b";

/** A field for the name of a model that the user's Ollama downloads, and the state of the download. */
export function ModelDownload({ provider }: { readonly provider: Provider }) {
  const t = useTranslations();
  const [text, setText] = useState("");
  const download = useModelDownloads(({ downloads }) => downloads[provider.id]);
  const { start, cancel } = useModelDownloads.getState();
  const name = readPullName(text);
  const isRunning = download?.state === "running";
  return (
    <form
      className={styles.download}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== undefined) void start(provider, name);
      }}
    >
      <TextField
        label={t("providers.downloadName")}
        help={t("providers.downloadHint")}
        error={
          text.trim() === "" || name !== undefined
            ? undefined
            : t("providers.downloadInvalid", { example: exampleName })
        }
        ltr
        placeholder={exampleName}
        value={text}
        onChange={setText}
      />
      <div className={styles.check}>
        {isRunning ? (
          <Button size="small" type="button" onClick={() => cancel(provider.id)}>
            {t("app.cancel")}
          </Button>
        ) : (
          <Button size="small" type="submit" disabled={name === undefined}>
            {t("providers.download")}
          </Button>
        )}
        {isRunning && <RunningDownload download={download} />}
        <p role="status" data-failed={download?.state === "failed" || undefined}>
          <DownloadState download={download} />
        </p>
      </div>
    </form>
  );
}

/** The progress of a download, in bytes and percent. Not announced: it changes several times a second. */
function RunningDownload({ download }: { readonly download: Extract<Download, { readonly state: "running" }> }) {
  const t = useTranslations("providers");
  const format = useFormatter();
  const size = useSize();
  const { model, completed, total } = download;
  if (total === 0) return null;
  const share = completed / total;
  const percent = format.number(share, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className={styles.downloadProgress}>
      <Progress label={t("downloading", { model })} value={share} />
      <span>{t("downloadProgress", { done: size(completed), total: size(total), percent })}</span>
    </div>
  );
}

function DownloadState({ download }: { readonly download: Download | undefined }) {
  const t = useTranslations("providers");
  if (!download) return null;
  const { model } = download;
  if (download.state === "running") return t("downloading", { model });
  if (download.state === "done") return t("downloaded", { model });
  return <FailureText error={download.error} />;
}
