"use client";
import { Download, Plus, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { DeleteDialog } from "@/components/shell/delete-dialog";
import { ListNotice, ListScreen } from "@/components/shell/list-screen";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import type { Mask } from "@/lib/chat/mask";
import { masksInLanguage, matchingMasks } from "@/lib/chat/mask-list";
import { toAppError } from "@/lib/errors";
import { downloadFile } from "@/lib/platform/download";
import { useLocale } from "@/store/base/locale";
import { report, useUi } from "@/store/base/ui";
import { useMasks } from "@/store/library/masks";
import { useSettings } from "@/store/settings/settings";
import { CategoryFilter } from "./category-filter";
import { type EditedMask, MaskEditor } from "./mask-editor";
import { LanguageFilter } from "./mask-filter";
import styles from "./mask-list.module.css";
import { MaskPreviewDialog } from "./mask-preview-dialog";
import { MaskRow } from "./mask-row";
import { useFreshMask } from "./use-fresh-mask";
import { useAllMasks, useMaskFilter } from "./use-masks";
import { useStartChat } from "./use-start-chat";

/** All masks, with search, editor, import and export. */
export function MaskList() {
  const t = useTranslations("masks");
  const title = useTranslations("sidebarNav")("masks");
  const masks = useAllMasks();
  const filter = useMaskFilter();
  const [query, setQuery] = useState("");
  const [category, setCategory] = useState("");
  const [deleted, setDeleted] = useState<Mask>();
  const [previewed, setPreviewed] = useState<Mask>();
  const { edited, create, open, clone } = useEditedMask();
  const { startWith } = useStartChat();
  const inLanguage = masksInLanguage(masks, filter);
  const found = matchingMasks(inLanguage, query, category);
  const own = found.filter(({ builtin }) => !builtin);

  function createShown() {
    // The current search or category would hide it.
    setQuery("");
    setCategory("");
    create((filter.isChosen && filter.language) || useLocale.getState().code);
  }

  return (
    <>
      <ListScreen
        title={title}
        counts={t("counts", { count: found.length, own: own.length })}
        closeLabel={t("close")}
        actions={
          <>
            <ImportButton />
            <ExportButton masks={own} />
          </>
        }
        search={{ label: t("search"), clearLabel: t("clearSearch"), value: query, onChange: setQuery }}
        tools={
          <>
            <LanguageFilter />
            <Button variant="solid" icon={Plus} onClick={createShown}>
              {t("create")}
            </Button>
          </>
        }
      >
        <CategoryFilter masks={inLanguage} value={category} onChange={setCategory} />
        <BuiltinNotice />
        {found.length === 0 && <NothingFound isEmpty={masks.length === 0} />}
        <ul className={styles.list} aria-label={title}>
          {found.map((mask) => (
            <MaskRow
              key={mask.id}
              mask={mask}
              onStart={() => startWith(mask)}
              onPreview={() => setPreviewed(mask)}
              onOpen={() => open(mask.id)}
              onClone={() => clone(mask)}
              onDelete={() => setDeleted(mask)}
            />
          ))}
        </ul>
      </ListScreen>
      <MaskPreviewDialog mask={previewed} onClose={() => setPreviewed(undefined)} />
      <MaskEditor masks={masks} edited={edited} onOpen={open} />
      <DeleteMaskDialog mask={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}

/** The mask in the editor. A new one that stays unchanged is removed when another one is opened. */
function useEditedMask() {
  const [edited, setEdited] = useState<EditedMask>();
  const fresh = useFreshMask();

  function create(lang: Mask["lang"]) {
    const { modelConfig } = useSettings.getState();
    setEdited({ id: fresh.create({ modelConfig, lang }), isNew: true });
  }

  function open(id: string | undefined) {
    fresh.dropUnchanged();
    setEdited(id === undefined ? undefined : { id });
  }

  function clone(mask: Mask) {
    open(useMasks.getState().add([mask])[0]);
  }

  return { edited, create, open, clone };
}

interface DeleteMaskDialogProps {
  readonly mask: Mask | undefined;
  readonly onClose: () => void;
}

function DeleteMaskDialog({ mask, onClose }: DeleteMaskDialogProps) {
  const t = useTranslations("masks");
  return (
    <DeleteDialog
      thing={mask}
      question={({ name }) => t("deleteQuestion", { name: name || t("untitled") })}
      body={t("deleteBody")}
      action={t("deleteAction")}
      onClose={onClose}
      onDelete={({ id }) => useUi.getState().toast({ kind: "mask-deleted" }, useMasks.getState().remove(id))}
    />
  );
}

function ImportButton() {
  const t = useTranslations("masks");
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function read(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    try {
      const { importMasks } = await import("@/store/data/mask-files");
      await importMasks(file);
    } catch (thrown) {
      report(toAppError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className={styles.hidden}
        tabIndex={-1}
        aria-hidden="true"
        data-testid="import-masks"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <IconButton icon={Upload} label={t("import")} busy={isBusy} onClick={() => input.current?.click()} />
    </>
  );
}

function ExportButton({ masks }: { readonly masks: readonly Mask[] }) {
  const t = useTranslations("masks");
  async function save() {
    try {
      const { maskFile } = await import("@/store/data/mask-files");
      await downloadFile(maskFile(masks), "masks.json");
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }
  return (
    <IconButton
      icon={Download}
      label={t("export")}
      disabledReason={masks.length === 0 ? t("nothingToExport") : undefined}
      onClick={() => void save()}
    />
  );
}

/** A notice, not an error: only the built-in masks failed to load. */
function BuiltinNotice() {
  const t = useTranslations("masks");
  const hasFailed = useMasks((masks) => masks.builtinState === "failed");
  return <ListNotice>{hasFailed && t("builtinFailed")}</ListNotice>;
}

function NothingFound({ isEmpty }: { readonly isEmpty: boolean }) {
  const t = useTranslations("masks");
  const isLoading = useMasks((masks) => masks.builtinState === "loading");
  if (isLoading) return null;
  return <EmptyState heading={t(isEmpty ? "empty" : "nothingFound")} text={t(isEmpty ? "emptyHint" : "tryOther")} />;
}
