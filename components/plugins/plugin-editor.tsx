"use client";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { useToolNames } from "@/components/tools/use-tool-names";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-area";
import { useDebounced } from "@/components/ui/use-debounced";
import { type DocumentProblem, readOpenApi } from "@/lib/tools/openapi/read-document";
import type { Plugin } from "@/lib/tools/plugin";
import { serverOf } from "@/lib/tools/plugin-tools";
import { useUi } from "@/store/base/ui";
import { usePlugins } from "@/store/tools/plugins";
import { AuthFields } from "./auth-fields";
import { LoadFields } from "./load-fields";
import { MethodList } from "./method-list";
import styles from "./plugin-editor.module.css";
import { useDocument } from "./use-document";

interface PluginEditorProps {
  /** Absent if none is edited; a new object each time it is opened. */
  readonly plugin: Plugin | undefined;
  readonly onClose: () => void;
  readonly onDelete: (plugin: Plugin) => void;
}

/** The editor of a plugin; a built-in plugin has only its credential and the proxy. */
export function PluginEditor({ plugin, onClose, onDelete }: PluginEditorProps) {
  // Kept during the closing animation; each opening starts from the stored plugin.
  const last = useRef<{ readonly plugin: Plugin; readonly key: number }>(null);
  if (plugin && plugin !== last.current?.plugin) last.current = { plugin, key: (last.current?.key ?? 0) + 1 };
  if (!last.current) return null;
  return (
    <Editor
      key={last.current.key}
      plugin={last.current.plugin}
      open={plugin !== undefined}
      onClose={onClose}
      onDelete={onDelete}
    />
  );
}

interface EditorProps {
  readonly plugin: Plugin;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDelete: (plugin: Plugin) => void;
}

/** Reports an unreadable document on blur; the details are below the field. */
async function tellProblem(content: string): Promise<void> {
  if (content === "") return;
  const { problem } = await readOpenApi(content);
  if (problem) useUi.getState().toast({ kind: "schema-error" });
}

/** Pause in typing before a document is parsed, in milliseconds. */
const restMs = 100;

function Editor({ plugin, open, onClose, onDelete }: EditorProps) {
  const t = useTranslations("plugins");
  const app = useTranslations("app");
  const { pluginName } = useToolNames();
  const [draft, setDraft] = useState(plugin);
  const content = useDebounced(draft.content, restMs);
  const read = useDocument(content);
  const [loadError, setLoadError] = useState<string>();
  const isStored = usePlugins(({ own }) => own.some(({ id }) => id === plugin.id));
  const change = (patch: Partial<Plugin>) => setDraft({ ...draft, ...patch });
  const server = read?.document ? serverOf(read.document, draft) : "";
  const host = server === "" ? "" : new URL(server).host;
  const reason = read?.document ? (server === "" ? t("noServer") : undefined) : t("schemaFirst");

  function save() {
    const { title = "", version = "" } = read?.document ?? {};
    usePlugins
      .getState()
      .put({ ...draft, title: draft.builtin ? draft.title : title || host, version, authHost: host });
    onClose();
  }

  function remove() {
    onClose();
    onDelete(plugin);
  }

  return (
    <EditorDialog
      open={open}
      onClose={onClose}
      isDirty={JSON.stringify(draft) !== JSON.stringify(plugin)}
      title={draft.builtin ? t("viewTitle", { name: pluginName(draft) }) : t(isStored ? "editTitle" : "untitled")}
      size="large"
      footerStart={
        !draft.builtin &&
        isStored && (
          <Button variant="danger" icon={Trash2} onClick={remove}>
            {t("deleteAction")}
          </Button>
        )
      }
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {app("cancel")}
          </Button>
          <Button variant="solid" {...(reason !== undefined && { disabledReason: reason })} onClick={save}>
            {t("save")}
          </Button>
        </>
      }
    >
      <AuthFields plugin={draft} host={host} onChange={change} />
      {!draft.builtin && <LoadFields onLoaded={change} onError={setLoadError} error={loadError} />}
      <SchemaField plugin={draft} problem={read?.problem} onChange={(text) => change({ content: text })} />
      {read?.document && server === "" && <p className={styles.problem}>{t("noServer")}</p>}
      {host !== "" && (
        <p className={styles.note}>
          {t("goesTo")} <bdi dir="ltr">{host}</bdi>
        </p>
      )}
      <MethodList operations={read?.operations ?? []} />
    </EditorDialog>
  );
}

interface SchemaFieldProps {
  readonly plugin: Plugin;
  readonly problem: DocumentProblem | undefined;
  readonly onChange: (text: string) => void;
}

/** The OpenAPI document, with its problem and the position of that. */
function SchemaField({ plugin: { builtin, content }, problem, onChange }: SchemaFieldProps) {
  const t = useTranslations("plugins");
  const problemText =
    problem && [t("schemaError"), t(`problem_${problem.kind}`, { message: problem.message ?? "" })].join(" ");
  return (
    <div className={styles.schema}>
      <TextArea
        label={t("schema")}
        ltr
        rows={8}
        value={content}
        readOnly={builtin}
        placeholder={'{ "openapi": "3.1.0", … }'}
        {...(content !== "" && problemText && { error: problemText })}
        onChange={onChange}
        onBlur={() => void tellProblem(content)}
      />
    </div>
  );
}
