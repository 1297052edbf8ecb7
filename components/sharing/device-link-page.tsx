"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { MissingPage } from "@/components/artifacts/page-states";
import { isHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";

/** Opens the settings with the dialog that asks whether this device joins the sync of another one. */
export function DeviceLinkPage({ link }: { readonly link: string }) {
  const t = useTranslations("sealedLink");
  const router = useRouter();
  const isOffered = !isHidden("sync");

  useEffect(() => {
    if (!isOffered) return;
    useUi.getState().openDialog({ kind: "device-link", link });
    router.replace("/settings#sync");
  }, [link, router, isOffered]);

  return isOffered ? null : <MissingPage heading={t("unreadable")} text={t("gone")} />;
}
