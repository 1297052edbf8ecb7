"use client";
import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { useCopy } from "@/components/use-copy";
import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { removeSealed } from "@/store/sharing/sealed-links";
import { type StoredLink, storedLinks } from "@/store/sharing/stored-links";

/** The number of links whose encrypted content the site stores, and a button that opens their list. */
export function SharedLinksRow() {
  const t = useTranslations("sealedLink");
  const [links, setLinks] = useState(() => storedLinks(Date.now()));
  const [isOpen, setOpen] = useState(false);
  if (links.length === 0) return null;
  return (
    <ListRow title={t("links")} subtitle={t("linksHint")} anchor="sharedLinks">
      <Button onClick={() => setOpen(true)}>{t("manage")}</Button>
      <LinksDialog
        links={links}
        open={isOpen}
        onClose={() => setOpen(false)}
        onRemoved={() => setLinks(storedLinks(Date.now()))}
      />
    </ListRow>
  );
}

interface LinksDialogProps extends DialogOpening {
  readonly links: readonly StoredLink[];
  readonly onRemoved: () => void;
}

function LinksDialog({ links, open, onClose, onRemoved }: LinksDialogProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { copy } = useCopy();
  const date = (time: number) => format.dateTime(time, { dateStyle: "medium" });

  async function copyLink({ link }: StoredLink) {
    await copy(link);
    useUi.getState().toast({ kind: "copied" });
  }

  async function remove(link: StoredLink) {
    try {
      await removeSealed(link);
      onRemoved();
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title={t("sealedLink.links")} closeLabel={t("app.close")}>
      <ListRows>
        {links.map((link) => {
          const { id, title, created, expires } = link;
          return (
            <ListRow
              key={id}
              title={<bdi>{title}</bdi>}
              subtitle={
                expires === undefined
                  ? date(created)
                  : t("sealedLink.dates", { created: date(created), expires: date(expires) })
              }
            >
              <IconButton
                icon={Copy}
                label={t("promptList.copyNamed", { title })}
                onClick={() => void copyLink(link)}
              />
              <IconButton
                icon={Trash2}
                label={t("promptList.deleteNamed", { title })}
                onClick={() => void remove(link)}
              />
            </ListRow>
          );
        })}
      </ListRows>
    </Dialog>
  );
}
