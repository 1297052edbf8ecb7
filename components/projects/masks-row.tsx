"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { isHidden } from "@/lib/platform/brand";

const MasksDialog = lazyGroup(async () => {
  const [{ MasksDialog }, { useMasks }] = await Promise.all([
    import("./masks-dialog"),
    import("@/store/library/masks"),
  ]);
  await useMasks.whenRead();
  return { MasksDialog };
}).component("MasksDialog");

interface MasksRowProps {
  /** Ids of the project's masks. */
  readonly masks: readonly string[] | undefined;
  readonly onChange: (patch: { readonly masks: readonly string[] }) => void;
}

/** The masks of a project, with a button that opens their choice. */
export function MasksRow({ masks, onChange }: MasksRowProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  if (isHidden("masks")) return null;
  return (
    <>
      <ListRow title={t("sidebarNav.masks")} subtitle={t("projects.masksHint")}>
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("toolChoice.choose")}
        </Button>
      </ListRow>
      {isOpen && (
        <Suspense>
          <MasksDialog chosen={masks ?? none} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const none: readonly string[] = [];
