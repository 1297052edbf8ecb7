"use client";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { KnowledgeRow } from "@/components/chat/documents/knowledge-row";
import { AvatarField } from "@/components/chat/settings/avatar-field";
import { GlobalSettingsRow } from "@/components/chat/settings/mask-rows";
import { ModelRow } from "@/components/chat/settings/model-row";
import { ModelSettingRows } from "@/components/chat/settings/model-setting-rows";
import { BudgetRow } from "@/components/costs/budget-row";
import { useLedgerMonths } from "@/components/costs/use-ledger-months";
import { useSumTexts } from "@/components/costs/use-sum-texts";
import { FactsRow } from "@/components/facts/facts-row";
import { ToolRow } from "@/components/tools/tool-row";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { useDeferredText } from "@/components/ui/use-deferred-text";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { isBlankProject, type Project, projectColors, projectLimits } from "@/lib/chat/project";
import { monthOf, projectSums } from "@/lib/prices/ledger";
import { useChats } from "@/store/chats/chats";
import { useProjectList } from "@/store/library/projects";
import { useSettings } from "@/store/settings/settings";
import { MasksRow } from "./masks-row";
import styles from "./project-editor.module.css";

interface ProjectEditorProps extends DialogOpening {
  readonly projectId: string;
  /** Whether the project was created for this dialog. Then it is removed if nothing is entered. */
  readonly isNew: boolean;
}

/** The emoji that is offered first: a folder. */
const folder = "1f4c1";

/** Edits a project. Changes apply at once, those of texts after a pause in typing: a change writes all projects. */
export function ProjectEditor({ projectId, isNew, open, onClose }: ProjectEditorProps) {
  const t = useTranslations();
  const project = useProjectList(({ projects }) => projects.find(({ id }) => id === projectId));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("projects.edit")}
      closeLabel={t("app.close")}
      size="large"
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("toolChoice.done")}
        </Button>
      }
    >
      {project ? <EditorBody project={project} isNew={isNew} /> : <p>{t("projects.unknown")}</p>}
    </Dialog>
  );
}

interface EditorBodyProps extends Pick<ProjectEditorProps, "isNew"> {
  readonly project: Project;
}

function EditorBody({ project, isNew }: EditorBodyProps) {
  const t = useTranslations();
  const change = (patch: Partial<Project>) => useProjectList.getState().change(project.id, patch);
  const name = useDeferredText(project.name, (text) => change({ name: text }));
  const instructions = useDeferredText(project.instructions, (text) => change({ instructions: text }));
  useBlankRemoval(project.id, isNew);
  return (
    <>
      <div className={styles.identity}>
        <AvatarField avatar={project.emoji ?? folder} onChange={(emoji) => change({ emoji })} />
        <TextField
          {...name}
          label={t("projects.name")}
          maxLength={projectLimits.name}
          dir="auto"
          data-initial-focus=""
        />
      </div>
      <ListRows>
        <AppearanceRow project={project} onChange={change} />
        <ListRow title={t("projects.instructions")} subtitle={t("projects.instructionsHint")} stacked>
          <TextArea {...instructions} maxLength={projectLimits.instructions} dir="auto" />
        </ListRow>
        <ToolRow chosen={project} onChange={change} />
        <ListRow title={t("composerTools.search")} isLabel>
          <Switch checked={project.webSearch ?? false} onChange={(webSearch) => change({ webSearch })} />
        </ListRow>
        <KnowledgeRow knowledge={project.knowledge} onChange={change} />
        <MasksRow masks={project.masks} onChange={change} />
        <FactsRow isOn={project.enableFacts ?? true} onChange={(enableFacts) => change({ enableFacts })} />
        <SettingRows project={project} onChange={change} />
        <BudgetRow budget={project.budget} onChange={(budget) => change({ budget })} />
        <CostRow project={project} />
      </ListRows>
    </>
  );
}

/** Removes a new project after its editor is closed, if nothing was entered and no chat was moved into it. */
function useBlankRemoval(projectId: string, isNew: boolean): void {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Fields pass on typed text when they are unmounted.
      queueMicrotask(() => isNew && !isMounted.current && removeIfBlank(projectId));
    };
  }, [projectId, isNew]);
}

function removeIfBlank(projectId: string): void {
  const { projects, remove } = useProjectList.getState();
  const project = projects.find(({ id }) => id === projectId);
  const hasChats = useChats.getState().sessions.some((session) => session.projectId === projectId);
  if (project && isBlankProject(project) && !hasChats) remove(projectId);
}

interface RowProps {
  readonly project: Project;
  readonly onChange: (patch: Partial<Project>) => void;
}

function AppearanceRow({ project: { color, emoji }, onChange }: RowProps) {
  const t = useTranslations("projects");
  return (
    <ListRow title={t("color")}>
      {emoji !== undefined && (
        <Button variant="quiet" size="small" onClick={() => onChange({ emoji: undefined })}>
          {t("noEmoji")}
        </Button>
      )}
      <Select
        value={color}
        options={projectColors.map((each) => ({ value: each, label: t(`color_${each}`) }))}
        onChange={(value) => onChange({ color: projectColors.find((each) => each === value) ?? color })}
      />
    </ListRow>
  );
}

/** The cost of the calls of this month. */
function CostRow({ project: { id } }: Pick<RowProps, "project">) {
  const t = useTranslations("costs");
  const sumTexts = useSumTexts();
  const months = useLedgerMonths();
  const sums = projectSums(months?.[monthOf(Date.now())]?.rows ?? []).get(id);
  const texts = sums ? sumTexts(sums) : [];
  return (
    <ListRow title={t("thisMonth")} subtitle={t("thisMonthHint")}>
      <bdi>{texts.length > 0 ? texts.join(" · ") : "–"}</bdi>
    </ListRow>
  );
}

/** The model and its settings. Settings that the project does not set are the app's. */
function SettingRows({ project: { modelConfig }, onChange }: RowProps) {
  const t = useTranslations();
  const global = useSettings((settings) => settings.modelConfig);
  const settings = { ...global, ...modelConfig };
  const changeSettings = (patch: Partial<ModelSettings>) => onChange({ modelConfig: { ...modelConfig, ...patch } });
  return (
    <>
      <GlobalSettingsRow
        isOn={Object.keys(modelConfig).length === 0}
        question={t("projects.useGlobalBody")}
        onTurnOn={() => onChange({ modelConfig: {} })}
        onTurnOff={() => changeSettings({ model: settings.model, providerName: settings.providerName })}
      />
      <ModelRow
        title={t("models.title")}
        model={settings.model}
        providerName={settings.providerName}
        unset={t("composer.noModel")}
        onPick={(model, providerName) => changeSettings({ model, providerName })}
      />
      <ModelSettingRows settings={settings} onChange={changeSettings} />
    </>
  );
}
