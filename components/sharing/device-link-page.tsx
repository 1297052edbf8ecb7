"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { LoadingPage, MissingPage } from "@/components/artifacts/page-states";
import { useLinksAllowed } from "@/components/settings/use-links-allowed";
import { isHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { useAccess } from "@/store/settings/access";

/** Opens the settings with the dialog that asks whether this device joins the sync of another one. */
export function DeviceLinkPage({ link }: { readonly link: string }) {
  const t = useTranslations("sealedLink");
  const links = useTranslations("link");
  const device = useTranslations("addDevice");
  const router = useRouter();
  const allowed = useLinksAllowed();
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    if (allowed !== "on" || isHidden("sync")) return;
    useUi.getState().openDialog({ kind: "device-link", link });
    router.replace("/settings#sync");
  }, [link, router, allowed]);

  function ask() {
    setAsking(true);
    void useAccess
      .getState()
      .fetchFlags()
      .finally(() => setAsking(false));
  }

  if (isHidden("sync")) return <MissingPage heading={t("unreadable")} text={t("gone")} />;
  if (allowed === "off") return <MissingPage heading={links("offTitle")} text={links("off")} />;
  if (allowed === "unreachable" && !isAsking)
    return <MissingPage heading={t("unreadable")} text={device("unreachable")} onAgain={ask} />;
  return <LoadingPage label={t("loading")} />;
}
