"use client";
import { Check, Link } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { SealedLinkDialog } from "@/components/sharing/sealed-link-dialog";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { useCopy } from "@/components/use-copy";
import type { Mask } from "@/lib/chat/mask";
import { maskLink } from "@/lib/chat/mask-link";
import { slugOfMaskNumber } from "@/lib/chat/mask-numbers";
import type { SharedItem } from "@/lib/links/shared-item";
import { basePath } from "@/lib/platform/build-info";
import { linkTo } from "@/lib/platform/link-to";
import { useMasks } from "@/store/library/masks";

/** Shares the mask as a link: a built-in one by its name, the user's own encrypted in the link itself. */
export function ShareRow({ mask }: { readonly mask: Mask }) {
  const t = useTranslations("masks");
  // A chat from NextChat identifies its built-in mask by number.
  const known = slugOfMaskNumber(mask.id) ?? mask.id;
  const slug = useMasks(({ builtin }) => builtin.find((each) => mask.builtin && each.slug === known)?.slug);
  return (
    <ListRow title={t("share")} subtitle={t("shareHint")}>
      {slug === undefined ? <ShareOwn mask={mask} /> : <CopyName slug={slug} />}
    </ListRow>
  );
}

function CopyName({ slug }: { readonly slug: string }) {
  const t = useTranslations("masks");
  const { isCopied, copy } = useCopy();
  return (
    <Button
      size="small"
      icon={isCopied ? Check : Link}
      onClick={() => void copy(linkTo(`${basePath}/#/new-chat?mask=${slug}`))}
    >
      {t(isCopied ? "copied" : "copyLink")}
    </Button>
  );
}

function ShareOwn({ mask }: { readonly mask: Mask }) {
  const t = useTranslations("masks");
  const [isOpen, setOpen] = useState(false);
  const link = maskLink(mask);
  const item = useMemo((): SharedItem | null => (link === undefined ? null : { kind: "mask", mask: link }), [link]);
  return (
    <>
      <Button
        size="small"
        icon={Link}
        disabledReason={item === null ? t("tooLong") : undefined}
        onClick={() => setOpen(true)}
      >
        {t("share")}
      </Button>
      <SealedLinkDialog
        title={t("share")}
        name={mask.name || t("untitled")}
        item={item}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
