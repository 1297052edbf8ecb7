"use client";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { MaskLinkDialog } from "@/components/masks/mask-link-dialog";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import type { NamedValue } from "@/lib/links/link-parameters";
import { readLink } from "@/lib/links/read-link";
import { isSettingFixed } from "@/lib/platform/site-rules";
import { providersOf, useAccess } from "@/store/settings/access";
import { LinkItemsDialog } from "./link-items-dialog";

interface LinkDialogProps extends DialogOpening {
  /** The decoded parameters of the URL. */
  readonly parameters: readonly NamedValue[];
}

/** Shows each effect of a link before it is applied; a link with only a mask shows the mask. */
export function LinkDialog({ parameters, open, onClose }: LinkDialogProps) {
  const flags = useAccess((access) => access.flags);
  const endpoints = useAccess((access) => access.endpoints);
  const contents = useMemo(
    () =>
      flags &&
      readLink(parameters, {
        providers: providersOf({ endpoints, flags }),
        needCode: flags.needCode,
        hideUserApiKey: flags.hideUserApiKey,
        isFixed: isSettingFixed,
      }),
    [parameters, flags, endpoints],
  );
  if (!flags || !contents) return null;
  if (flags.disableFastLink) return <LinksOff open={open} onClose={onClose} />;
  const [first, ...others] = contents.items;
  if (first?.kind === "mask" && others.length + contents.leftOut.length + contents.unknown === 0) {
    return <MaskLinkDialog link={first.link} open={open} onClose={onClose} />;
  }
  return <LinkItemsDialog contents={contents} open={open} onClose={onClose} />;
}

function LinksOff({ open, onClose }: DialogOpening) {
  const t = useTranslations("link");
  const app = useTranslations("app");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("offTitle")}
      closeLabel={app("close")}
      size="small"
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {app("close")}
        </Button>
      }
    >
      <p>{t("off")}</p>
    </Dialog>
  );
}
