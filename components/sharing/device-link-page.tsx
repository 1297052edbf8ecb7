"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { MissingPage } from "@/components/artifacts/page-states";
import { isHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { useAccess } from "@/store/settings/access";

/** Opens the settings with the dialog that asks whether this device joins the sync of another one. */
export function DeviceLinkPage({ link }: { readonly link: string }) {
  const t = useTranslations("sealedLink");
  const router = useRouter();
  const flags = useAccess((access) => access.flags);
  const isOffered = !isHidden("sync") && flags?.disableFastLink !== true;

  useEffect(() => {
    // The server may switch links off; its answer is still on the way.
    if (!isOffered || !flags) return;
    useUi.getState().openDialog({ kind: "device-link", link });
    router.replace("/settings#sync");
  }, [link, router, isOffered, flags]);

  return isOffered ? null : <MissingPage heading={t("unreadable")} text={t("gone")} />;
}
