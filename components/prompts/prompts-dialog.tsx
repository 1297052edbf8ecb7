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
  const hasFailed = usePrompts(({ builtinState }) => builtinState === "failed");
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query);
  const found = useMemo(() => searchPrompts([own, builtin], wanted), [own, builtin, wanted]);
  const ownIds = useMemo(() => new Set(own.map(({ id }) => id)), [own]);
  const [opened, setOpened] = useState<Opened>();
  const [isOpened, setIsOpened] = useState(false);
  const [deleted, setDeleted] = useState<Deleted>();

  const show = useCallback(
    (prompt: Prompt) => {
      setOpened({ prompt, isOwn: ownIds.has(prompt.id), isNew: false });
      setIsOpened(true);
    },
    [ownIds],
  );
  const remove = useCallback((prompt: Prompt) => {
    setDeleted({ prompt, undo: usePrompts.getState().remove(prompt.id) });
  }, []);

  const isGivenAdded = useRef(false);
  useEffect(() => {
    if (!given || isGivenAdded.current) return;
    isGivenAdded.current = true;
    usePrompts.whenRead().then(
      () => {
        setOpened({ prompt: usePrompts.getState().add(given), isOwn: true, isNew: false });
        setIsOpened(true);
      },
      (thrown: unknown) => report(toAppError(thrown)),
    );
  }, [given]);

  function add() {
    setQuery("");
    const prompt = usePrompts.getState().add({ title: t("newTitle"), content: t("newContent") });
    setOpened({ prompt, isOwn: true, isNew: true });
    setIsOpened(true);
  }

  function closePrompt() {
    setIsOpened(false);
    if (opened?.isNew) usePrompts.getState().dropUnwritten(opened.prompt);
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
      footerStart={
        <>
          <p role="status" className={styles.count}>
            {deleted
              ? t("deleted", { title: deleted.prompt.title })
              : t(hasFailed ? "countWithoutBuiltin" : "count", { builtin: builtin.length, own: own.length })}
          </p>
          {deleted && (
            <Button
              key={deleted.prompt.id}
              ref={focusOnce}
              size="small"
              onClick={() => {
                deleted.undo();
                setDeleted(undefined);
                focusSearch();
              }}
            >
              {app("undo")}
            </Button>
          )}
        </>
      }
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
        onOpen={show}
        onDelete={remove}
      />
      {shown && <PromptDialog {...opened} prompt={shown} open={isOpened} onClose={closePrompt} />}
    </Dialog>
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
