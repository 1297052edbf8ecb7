"use client";
import { Check, Copy } from "lucide-react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { useCopy } from "@/components/use-copy";
import type { ImageTask } from "@/lib/chat/image-task";
import { imageFieldsOf } from "@/lib/models/image-fields";
import styles from "./parameters-dialog.module.css";
import { useParamLabels } from "./use-param-labels";
import { useTaskErrorMessage } from "./use-task-error-message";

/** The parameters of an image task, its time and model, and, after a failure, the full error. */
export function ParametersDialog({ task, open, onClose }: DialogOpening & { readonly task: ImageTask }) {
  const t = useTranslations("imageTasks");
  const app = useTranslations("app");
  const format = useFormatter();
  const { fieldLabel, valueLabel } = useParamLabels();
  const errorMessage = useTaskErrorMessage();
  const { isCopied, copy } = useCopy();
  const { params, status, error, created_at } = task;
  const when =
    typeof created_at === "number"
      ? format.dateTime(created_at, { dateStyle: "medium", timeStyle: "short" })
      : created_at;
  const values = imageFieldsOf(task, params).flatMap((field): [string, string][] => {
    const value = params[field.name] ?? (field.kind === "number" ? "0" : "");
    return value === ""
      ? []
      : [[fieldLabel(field.name), field.kind === "choice" ? valueLabel(field.name, value) : value]];
  });
  const rows = [...values, [t("by"), task.model_name], [t("status"), t(`status_${status}`)], [t("created"), when]];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("parametersTitle")}
      closeLabel={app("close")}
      footerEnd={
        <Button icon={isCopied ? Check : Copy} onClick={() => void copy(params.prompt ?? "")}>
          {t(isCopied ? "copied" : "copyPrompt")}
        </Button>
      }
    >
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {status === "error" && (
        <section aria-label={t("detailsTitle")}>
          <h3 className={styles.heading}>{t("detailsTitle")}</h3>
          <p>{errorMessage(task)}</p>
          {error?.message && (
            <pre className={styles.message} dir="auto">
              {error.message}
            </pre>
          )}
        </section>
      )}
    </Dialog>
  );
}
