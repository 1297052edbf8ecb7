"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { programName, type ToolProgram, type ToolProgramDraft } from "@/lib/tools/mcp/program";
import { disconnectProgram } from "@/store/tools/program-connections";
import { usePrograms } from "@/store/tools/programs";
import styles from "./mcp-market.module.css";
import { TextList } from "./text-list";
import { VariableFields } from "./variable-fields";

interface ProgramDialogProps {
  /** Absent for a new program. */
  readonly program: ToolProgram | undefined;
  readonly onClose: () => void;
}

const emptyDraft: ToolProgramDraft = { name: "", command: "", args: [], variables: [] };

/** Adds a program on this computer that serves tools, or edits one. */
export function ProgramDialog({ program, onClose }: ProgramDialogProps) {
  const t = useTranslations("mcp");
  const app = useTranslations("app");
  const given: ToolProgramDraft = program ?? emptyDraft;
  const [draft, setDraft] = useState(given);
  const change = (patch: Partial<ToolProgramDraft>) => setDraft({ ...draft, ...patch });

  function save() {
    const { name, command, args, variables } = draft;
    const entered: ToolProgramDraft = {
      ...{ name: name.trim(), command: command.trim(), args },
      variables: variables.filter((variable) => variable.name !== ""),
    };
    if (program) {
      disconnectProgram(program.id);
      usePrograms.getState().change(program.id, entered);
    } else usePrograms.getState().add(entered);
    onClose();
  }

  return (
    <EditorDialog
      open
      onClose={onClose}
      isDirty={JSON.stringify(draft) !== JSON.stringify(given)}
      title={program ? t("configureNamed", { name: programName(program) }) : t("addProgram")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button
            variant="solid"
            {...(draft.command.trim() === "" && { disabledReason: t("fillFirst", { names: t("command") }) })}
            onClick={save}
          >
            {t("saveAndStart")}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField
          label={t("name")}
          value={draft.name}
          placeholder={programName(draft)}
          onChange={(name) => change({ name: name.trimStart() })}
        />
        <TextField
          label={t("command")}
          ltr
          required
          value={draft.command}
          onChange={(command) => change({ command })}
        />
        <TextList
          label={t("arguments")}
          itemLabel={t("argument")}
          texts={draft.args}
          onChange={(args) => change({ args: [...args] })}
        />
        <VariableFields
          variables={draft.variables.map(({ name, token }) => [name, token])}
          onChange={(variables) => change({ variables: variables.map(([name, token]) => ({ name, token })) })}
        />
      </div>
    </EditorDialog>
  );
}
