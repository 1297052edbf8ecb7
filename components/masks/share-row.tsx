"use client";
import { Check, Link } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { useCopy } from "@/components/use-copy";
import type { Mask } from "@/lib/chat/mask";
import { maskLink } from "@/lib/chat/mask-link";
import { slugOfMaskNumber } from "@/lib/chat/mask-numbers";
import { basePath } from "@/lib/platform/build-info";
import { useMasks } from "@/store/library/masks";

/** Copies a link that opens the mask elsewhere: a built-in one by its name, the user's own as data. */
export function ShareRow({ mask }: { readonly mask: Mask }) {
  const t = useTranslations("masks");
  // A chat from NextChat identifies its built-in mask by number.
  const known = slugOfMaskNumber(mask.id) ?? mask.id;
  const slug = useMasks(({ builtin }) => builtin.find((each) => mask.builtin && each.slug === known)?.slug);
  const { isCopied, copy } = useCopy();
  const link = slug ?? maskLink(mask);
  return (
    <ListRow title={t("share")} subtitle={t("shareHint")}>
      <Button
        size="small"
        icon={isCopied ? Check : Link}
        disabledReason={link === undefined ? t("tooLong") : undefined}
        onClick={() => void copy(`${location.origin}${basePath}/#/new-chat?mask=${link}`)}
      >
        {t(isCopied ? "copied" : "copyLink")}
      </Button>
    </ListRow>
  );
}
