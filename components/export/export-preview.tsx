"use client";
import type { Ref } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Segmented } from "@/components/ui/segmented";
import styles from "./export-dialog.module.css";
import { type ExportFormat, exportFormats, isTextFormat, textKinds } from "./export-format";
import { Paper } from "./paper";
import type { ExportChoices, PaperChat } from "./use-exported-chat";

interface ExportPreviewProps {
  readonly chat: PaperChat | null;
  readonly format: ExportFormat;
  readonly onFormat: (format: ExportFormat) => void;
  readonly choices: ExportChoices;
  readonly onChoices: (choices: ExportChoices) => void;
  readonly paper: Ref<HTMLElement>;
  /** Whether messages before the cleared context are excluded. */
  readonly isShortened: boolean;
  /** Whether the chat has pinned messages or prompts, which are exported only if the user includes them. */
  readonly hasContext: boolean;
}

/** The preview of an export: the format, its options, and the result. */
export function ExportPreview(props: ExportPreviewProps) {
  const { chat, format, onFormat, choices, onChoices, paper, isShortened, hasContext } = props;
  const t = useTranslations("export");
  return (
    <>
      <div className={styles.bar}>
        <Segmented
          label={t("format")}
          value={format}
          options={exportFormats.map((value) => ({ value, label: t(`format_${value}`) }))}
          onChange={onFormat}
        />
        {choicesOf(format).map((name) => (
          <Checkbox key={name} checked={choices[name]} onChange={(is) => onChoices({ ...choices, [name]: is })}>
            {t(`with_${name}`)}
          </Checkbox>
        ))}
      </div>
      <div className={styles.preview}>
        {chat === null && <p className={styles.loading}>{t("reading")}</p>}
        {chat && isTextFormat(format) && <Source chat={chat} format={format} />}
        {chat && !isTextFormat(format) && <Paper ref={paper} chat={chat} hasAvatars={choices.avatars} />}
      </div>
      <p className={styles.note}>
        {hasContext && `${t(choices.context ? "contextFirst" : "contextLeftOut")} `}
        {isShortened && `${t("cleared")} `}
        {t("remoteImages")}
      </p>
    </>
  );
}

/** Maximum length of a preview, in characters; the file contains everything. */
const maxShown = 100_000;

function Source({ chat, format }: { readonly chat: PaperChat; readonly format: keyof typeof textKinds }) {
  const { write, show = write } = textKinds[format];
  const text = show(chat);
  return <pre className={styles.source}>{text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}</pre>;
}

/** Returns the options of a format. */
function choicesOf(format: ExportFormat): readonly (keyof ExportChoices)[] {
  if (format === "json" || format === "jsonl") return ["context"];
  if (isTextFormat(format)) return ["context", "reasoning", "names"];
  return ["context", "reasoning", "names", "avatars"];
}
