"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import type { McpCommand, OperatorAction } from "@/lib/tools/mcp/operator-wire";
import styles from "./mcp-market.module.css";
import { TextList } from "./text-list";
import { type Variable, VariableFields } from "./variable-fields";

interface CommandDialogProps {
  readonly id: string;
  /** Its current command; values of its environment are masked. */
  readonly command: McpCommand;
  readonly onClose: () => void;
  readonly onSave: (action: OperatorAction) => void;
}

/** Shows and changes the command of one of the operator's servers. */
export function CommandDialog({ id, command: stored, onClose, onSave }: CommandDialogProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  const [command, setCommand] = useState(stored.command);
  const [args, setArgs] = useState(stored.args);
  const [variables, setVariables] = useState<readonly Variable[]>(() => Object.entries(stored.env));
  const env = Object.fromEntries(variables.filter(([name]) => name !== ""));

  function save() {
    onClose();
    onSave({ action: "add", id, config: { command: command.trim(), args, env } });
  }

  return (
    <EditorDialog
      open
      onClose={onClose}
      isDirty={JSON.stringify({ command, args, env }) !== JSON.stringify(stored)}
      title={t("configureNamed", { name: id })}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button
            variant="solid"
            {...(command.trim() === "" && { disabledReason: t("fillFirst", { names: t("command") }) })}
            onClick={save}
          >
            {t("saveAndStart")}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField label={t("command")} ltr required value={command} onChange={setCommand} />
        <TextList label={t("arguments")} itemLabel={t("argument")} texts={args} onChange={setArgs} />
        <VariableFields variables={variables} areMasked onChange={setVariables} />
      </div>
    </EditorDialog>
  );
}
