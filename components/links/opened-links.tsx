"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isHidden } from "@/lib/platform/brand";
import { basePath } from "@/lib/platform/build-info";
import type { TakenLink } from "@/lib/platform/opened-link";
import { useUi } from "@/store/base/ui";
import { useAccess } from "@/store/settings/access";

/**
 * Handles links with parameters for the app: the one that opened the tab, and later ones. The page's first script takes
 * them from the URL, also while this component is still loading. A dialog shows their effects once it is known whether the operator allows them.
 */
export function OpenedLinks() {
  const router = useRouter();
  const isKnown = useAccess((access) => access.areFlagsFinal);
  const [link, setLink] = useState<TakenLink["parameters"]>();

  useEffect(() => {
    function follow() {
      const taken = window.openedLink;
      delete window.openedLink;
      // A page reads its fragment when it is loaded.
      if (taken?.to?.includes("#")) location.replace(basePath + taken.to);
      else if (taken?.to) router.replace(taken.to);
      const parameters = taken?.parameters.filter(([name]) => name !== "mask" || !isHidden("masks")) ?? [];
      if (parameters.length > 0) setLink(parameters);
    }
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [router]);

  useEffect(() => {
    if (!link || !isKnown) return;
    setLink(undefined);
    useUi.getState().openDialog({ kind: "link", parameters: link });
  }, [link, isKnown]);

  return null;
}
