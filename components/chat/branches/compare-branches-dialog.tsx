"use client";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Dialog } from "@/components/ui/dialog";
import { isolated } from "@/components/ui/isolated";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Branch } from "@/lib/chat/branch-tree";
import { type ComparedMessages, compareBranches } from "@/lib/chat/compare-branches";
import type { DiffBlock } from "@/lib/chat/diff-texts";
import { branchesOf } from "@/store/chats/branches";
import { useChats } from "@/store/chats/chats";
import styles from "./compare-branches-dialog.module.css";
import { titleOfBranch, untitledKeyOf } from "./use-branches";

interface CompareBranchesDialogProps {
  readonly sessionId: string;
  readonly branches: readonly [Branch, Branch];
  readonly onClose: () => void;
}

/** The difference of two branches, from the first message that only one of them has. */
export function CompareBranchesDialog({ sessionId, branches, onClose }: CompareBranchesDialogProps) {
  const t = useTranslations();
  const [one, other] = branches;
  const compared = useMemo(
    () => compareBranches(branchesOf(useChats.getState(), sessionId), one.leafId, other.leafId),
    [sessionId, one.leafId, other.leafId],
  );
  const { shared, messages, isCut } = compared;
  const isEqual = !isCut && messages.every(({ blocks }) => blocks.every(({ kind }) => kind === "same"));
  const names = branches.map((branch) => isolated(titleOfBranch(branch) || t(untitledKeyOf(branch))));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("branches.comparison")}
      subtitle={t("branches.from", { position: shared + 1 })}
      closeLabel={t("app.close")}
      size="large"
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("toolChoice.done")}
        </Button>
      }
    >
      <p className={classNames(styles.legend, styles.removed)}>
        <Sign kind="removed" /> <span>{t("branches.first", { name: names[0] ?? "" })}</span>
      </p>
      <p className={classNames(styles.legend, styles.added)}>
        <Sign kind="added" /> <span>{t("branches.second", { name: names[1] ?? "" })}</span>
      </p>
      {isEqual && <p>{t("branches.equal")}</p>}
      {messages.map((each) => (
        <ComparedMessage key={each.id} compared={each} />
      ))}
      {isCut && <p role="note">{t("branches.cut")}</p>}
    </Dialog>
  );
}

function ComparedMessage({ compared: { role, models, blocks } }: { readonly compared: ComparedMessages }) {
  const t = useTranslations("thread");
  const used = [...new Set(models.filter((model) => model !== undefined))];
  return (
    <section className={styles.message}>
      <h3 className={styles.heading}>{[t(`role_${role}`), used.join(" → ")].filter(Boolean).join(" · ")}</h3>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a comparison do not move
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

/** Lines of one branch or of both. Signs, lines through or below words, and hidden texts mark them besides the color. */
function Block({ block: { kind, pieces } }: { readonly block: DiffBlock }) {
  const t = useTranslations("branches");
  const Line = kind === "same" ? "div" : kind === "removed" ? "del" : "ins";
  const Word = kind === "removed" ? "s" : "u";
  return (
    <Line className={classNames(styles.block, styles[kind])}>
      <Sign kind={kind} />
      {/* Outside of the text, whose direction depends on its first letter. */}
      {kind !== "same" && <VisuallyHidden>{`${t(kind === "removed" ? "onlyFirst" : "onlySecond")}: `}</VisuallyHidden>}
      <span dir="auto" className={styles.text}>
        {pieces.map(({ text, isChanged }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a block do not move
          isChanged ? <Word key={index}>{text}</Word> : <span key={index}>{text}</span>,
        )}
      </span>
    </Line>
  );
}

const signs = { same: "", removed: "−", added: "+" } as const;

function Sign({ kind }: { readonly kind: DiffBlock["kind"] }) {
  return (
    <span aria-hidden="true" className={styles.sign}>
      {signs[kind]}
    </span>
  );
}
