"use client";
import { ChevronLeft, Download, Plus, Upload, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { SearchField } from "@/components/ui/search-field";
import type { Mask } from "@/lib/chat/mask";
import { matchingMasks } from "@/lib/chat/mask-list";
import { toAppError } from "@/lib/errors";
import { brand } from "@/lib/platform/brand";
import { downloadFile } from "@/lib/platform/download";
import { useLocale } from "@/store/locale";
import { useMasks } from "@/store/masks";
import { useSettings } from "@/store/settings";
import { report } from "@/store/ui";
import { DeleteMaskDialog } from "./delete-mask-dialog";
import { MaskEditor } from "./mask-editor";
import { LanguageFilter } from "./mask-filter";
import styles from "./mask-list.module.css";
import { MaskRow } from "./mask-row";
import { useAllMasks } from "./use-masks";
import { useStartChat } from "./use-start-chat";

/** All masks, to search, start from, edit, and carry in and out. */
export function MaskList() {
  const t = useTranslations("masks");
  const masks = useAllMasks();
  const language = useMasks((store) => store.language);
  const [query, setQuery] = useState("");
  const [edited, setEdited] = useState<string>();
  const [deleted, setDeleted] = useState<Mask>();
  const { startWith } = useStartChat();
  const found = matchingMasks(masks, { language, query });

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  function create() {
    const defaults = { modelConfig: useSettings.getState().modelConfig, lang: useLocale.getState().code };
    // What is looked for now would hide it.
    setQuery("");
    setEdited(useMasks.getState().create(defaults));
  }

  function clone(mask: Mask) {
    setEdited(useMasks.getState().add([mask])[0]);
  }

  return (
    <section className={styles.screen} aria-labelledby="masks-title">
      <Head masks={masks} found={found} />
      <div className={styles.scroll}>
        <div className={styles.page}>
          <div className={styles.tools}>
            <SearchField
              className={styles.search}
              label={t("search")}
              clearLabel={t("clearSearch")}
              value={query}
              onChange={setQuery}
            />
            <LanguageFilter />
            <Button variant="solid" icon={Plus} onClick={create}>
              {t("create")}
            </Button>
          </div>
          <BuiltinNotice />
          {found.length === 0 && <NothingFound isEmpty={masks.length === 0} />}
          <ul className={styles.list} aria-label={t("title")}>
            {found.map((mask) => (
              <MaskRow
                key={mask.id}
                mask={mask}
                onStart={() => startWith(mask)}
                onOpen={() => setEdited(mask.id)}
                onClone={() => clone(mask)}
                onDelete={() => setDeleted(mask)}
              />
            ))}
          </ul>
        </div>
      </div>
      <MaskEditor masks={masks} id={edited} onOpen={setEdited} />
      <DeleteMaskDialog mask={deleted} onClose={() => setDeleted(undefined)} />
    </section>
  );
}

interface HeadProps {
  readonly masks: readonly Mask[];
  /** Those that are listed now. */
  readonly found: readonly Mask[];
}

function Head({ masks, found }: HeadProps) {
  const t = useTranslations("masks");
  const isPhone = useIsPhone();
  const { goBack } = useStartChat();
  const own = masks.filter(({ builtin }) => !builtin).length;
  const back = <IconButton icon={isPhone ? ChevronLeft : X} flip={isPhone} label={t("close")} onClick={goBack} />;
  return (
    <header className={styles.head}>
      {isPhone && back}
      <div className={styles.titles}>
        <h1 id="masks-title" className={styles.title}>
          {t("title")}
        </h1>
        <p>{t("counts", { count: masks.length, own })}</p>
      </div>
      <ImportButton />
      <ExportButton masks={found.filter(({ builtin }) => !builtin)} />
      {!isPhone && back}
    </header>
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
      const { importMasks } = await import("@/store/mask-files");
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
      const { maskFile } = await import("@/store/mask-files");
      downloadFile(maskFile(masks), "masks.json");
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

/** Said quietly: the person's own masks are all there. */
function BuiltinNotice() {
  const t = useTranslations("masks");
  const hasFailed = useMasks((masks) => masks.builtinState === "failed");
  return (
    <p className={styles.notice} role="status">
      {hasFailed && t("builtinFailed")}
    </p>
  );
}

function NothingFound({ isEmpty }: { readonly isEmpty: boolean }) {
  const t = useTranslations("masks");
  const isLoading = useMasks((masks) => masks.builtinState === "loading");
  if (isLoading) return null;
  return <EmptyState heading={t(isEmpty ? "empty" : "nothingFound")} text={t(isEmpty ? "emptyHint" : "tryOther")} />;
}
