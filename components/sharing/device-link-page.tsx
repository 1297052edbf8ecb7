"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useUi } from "@/store/base/ui";

/** Opens the settings with the dialog that asks whether this device joins the sync of another one. */
export function DeviceLinkPage({ link }: { readonly link: string }) {
  const router = useRouter();
  useEffect(() => {
    useUi.getState().openDialog({ kind: "device-link", link });
    router.replace("/settings#sync");
  }, [link, router]);
  return null;
}
