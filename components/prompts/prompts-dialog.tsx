"use client";
import { Plus } from "lucide-react";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { SearchField } from "@/components/ui/search-field";
import { type Prompt, searchPrompts } from "@/lib/chat/prompts";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { usePrompts } from "@/store/library/prompts";
import { PromptDialog } from "./prompt-dialog";
import { PromptRows } from "./prompt-rows";
import styles from "./prompts-dialog.module.css";
import { usePromptSources } from "./use-prompt-sources";

/** The prompt that is open in the dialog. */
interface Opened {
  readonly prompt: Prompt;
  readonly isOwn: boolean;
  readonly isNew: boolean;
}

/** The deleted prompt, with its undo. */
interface Deleted {
  readonly prompt: Prompt;
  readonly undo: () => void;
}

interface PromptsDialogProps extends DialogOpening {
  /** A prompt that is added when the dialog opens. */
  readonly given?: Pick<Prompt, "title" | "content"> | undefined;
}

/** The saved prompts: the user's own are editable, built-in ones can be read and copied. */
export function PromptsDialog({ given, open, onClose }: PromptsDialogProps) {
  const t = useTranslations("promptList");
  const app = useTranslations("app");
  const chatSettings = useTranslations("chatSettings");
  const { own, builtin } = usePromptSources();
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query);
  const found = useMemo(() => searchPrompts([own, builtin], wanted), [own, builtin, wanted]);
  const ownIds = useMemo(() => new Set(own.map(({ id }) => id)), [own]);
  const { opened, isOpened, show, closePrompt } = useOpenedPrompt(given);
  const showListed = useCallback(
    (prompt: Prompt) => show({ prompt, isOwn: ownIds.has(prompt.id), isNew: false }),
    [ownIds, show],
  );
  const [deleted, setDeleted] = useState<Deleted>();
  const remove = useCallback((prompt: Prompt) => {
    setDeleted({ prompt, undo: usePrompts.getState().remove(prompt.id) });
  }, []);

  function add() {
    setQuery("");
    const prompt = usePrompts.getState().add({ title: t("newTitle"), content: t("newContent") });
    show({ prompt, isOwn: true, isNew: true });
  }

  function undo() {
    deleted?.undo();
    setDeleted(undefined);
    focusSearch();
  }

  const shown = opened && (own.find(({ id }) => id === opened.prompt.id) ?? opened.prompt);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      closeLabel={app("close")}
      size="large"
      bare
      footerStart={<PromptsStatus own={own.length} builtin={builtin.length} deleted={deleted?.prompt} onUndo={undo} />}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {chatSettings("done")}
        </Button>
      }
    >
      <div className={styles.head}>
        <SearchField
          id={searchId}
          className={styles.search}
          label={t("search")}
          clearLabel={app("clear")}
          value={query}
          onChange={setQuery}
          data-initial-focus=""
        />
        <Button variant="solid" icon={Plus} onClick={add}>
          {t("add")}
        </Button>
      </div>
      <PromptRows
        // Resets the scroll position for a new search.
        key={wanted}
        label={t("title")}
        prompts={found}
        ownIds={ownIds}
        emptyText={t("none")}
        onOpen={showListed}
        onDelete={remove}
      />
      {shown && <PromptDialog {...opened} prompt={shown} open={isOpened} onClose={closePrompt} />}
    </Dialog>
  );
}

/** The prompt that is open, at first the given one, which is added. A new prompt that stays unchanged is removed. */
function useOpenedPrompt(given: PromptsDialogProps["given"]) {
  const [opened, setOpened] = useState<Opened>();
  const [isOpened, setIsOpened] = useState(false);

  const show = useCallback((shown: Opened) => {
    setOpened(shown);
    setIsOpened(true);
  }, []);

  const isGivenAdded = useRef(false);
  useEffect(() => {
    if (!given || isGivenAdded.current) return;
    isGivenAdded.current = true;
    usePrompts.whenRead().then(
      () => show({ prompt: usePrompts.getState().add(given), isOwn: true, isNew: false }),
      (thrown: unknown) => report(toAppError(thrown)),
    );
  }, [given, show]);

  function closePrompt() {
    setIsOpened(false);
    if (opened?.isNew) usePrompts.getState().dropUnwritten(opened.prompt);
  }

  return { opened, isOpened, show, closePrompt };
}

interface PromptsStatusProps {
  /** Number of the user's own prompts, and of the built-in ones. */
  readonly own: number;
  readonly builtin: number;
  readonly deleted: Prompt | undefined;
  readonly onUndo: () => void;
}

/** The number of prompts, or the deleted one with an undo. */
function PromptsStatus({ own, builtin, deleted, onUndo }: PromptsStatusProps) {
  const t = useTranslations("promptList");
  const app = useTranslations("app");
  const hasFailed = usePrompts(({ builtinState }) => builtinState === "failed");
  return (
    <>
      <p role="status" className={styles.count}>
        {deleted
          ? t("deleted", { title: deleted.title })
          : t(hasFailed ? "countWithoutBuiltin" : "count", { builtin, own })}
      </p>
      {deleted && (
        <Button key={deleted.id} ref={focusOnce} size="small" onClick={onUndo}>
          {app("undo")}
        </Button>
      )}
    </>
  );
}

const searchId = "prompts-search";

/** Moves the focus to the search, because the clicked button is unmounted. */
function focusSearch(): void {
  document.getElementById(searchId)?.focus();
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
