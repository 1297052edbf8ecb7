"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLinkedMask } from "@/components/masks/use-linked-mask";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import type { LinkContents, LinkItem } from "@/lib/links/link-contents";
import { LeftOutList } from "./left-out-list";
import { LinkItemRow } from "./link-item-row";
import styles from "./link-items-dialog.module.css";
import { useApplyLink } from "./use-apply-link";

interface LinkItemsDialogProps extends DialogOpening {
  readonly contents: LinkContents;
}

/** Lists each effect of a link with its checkbox; doubtful ones are not checked. */
export function LinkItemsDialog({ contents, open, onClose }: LinkItemsDialogProps) {
  const t = useTranslations("link");
  const app = useTranslations("app");
  const { items } = contents;
  const [unticked, setUnticked] = useState<readonly LinkItem[]>(() => items.filter(isDoubtful));
  const linkedMask = useLinkedMask(items.find((item) => item.kind === "mask")?.link ?? "");
  const apply = useApplyLink();

  /** A key needs the address that came with it, and a mask must be valid. */
  const isPossible = (item: LinkItem): boolean => {
    if (item.kind === "mask") return linkedMask.state === "found";
    return item.kind !== "key" || item.host === undefined || !unticked.some((other) => isAddressOf(item, other));
  };
  const chosen = items.filter((item) => !unticked.includes(item) && isPossible(item));

  function tick(item: LinkItem, isTicked: boolean) {
    setUnticked(isTicked ? unticked.filter((other) => other !== item) : [...unticked, item]);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      closeLabel={app("close")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t(items.length > 0 ? "ignore" : "done")}
          </Button>
          {items.length > 0 && (
            <Button
              variant="solid"
              {...(chosen.length === 0 && { disabledReason: t("noneTicked") })}
              onClick={() => {
                onClose();
                apply(chosen, linkedMask.state === "found" ? linkedMask.mask : undefined);
              }}
            >
              {t("apply")}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.intro}>{t(items.length > 0 ? "intro" : "nothing")}</p>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item, index) => (
            <LinkItemRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the content of a link does not change
              key={index}
              item={item}
              linkedMask={linkedMask}
              isTicked={chosen.includes(item)}
              isPossible={isPossible(item)}
              onTick={(isTicked) => tick(item, isTicked)}
            />
          ))}
        </ul>
      )}
      <LeftOutList contents={contents} />
    </Dialog>
  );
}

function isDoubtful(item: LinkItem): boolean {
  return item.kind === "address" && item.warnings.length > 0;
}

function isAddressOf(key: LinkItem & { kind: "key" }, other: LinkItem): boolean {
  return other.kind === "address" && other.provider.id === key.provider.id;
}
