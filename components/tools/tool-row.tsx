"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow } from "@/components/ui/list-row";
import { areToolsHidden } from "@/lib/platform/brand";
import { useCodeFeatures } from "@/store/settings/code-features";
import { type ChosenTools, ToolChoice } from "./tool-choice";

interface ToolRowProps {
  readonly chosen: ChosenTools;
  readonly onChange: (patch: Partial<ChosenTools>) => void;
}

/** A row of a mask's settings with the number of chosen tools, and a button that opens their choice. */
export function ToolRow({ chosen, onChange }: ToolRowProps) {
  const t = useTranslations("toolChoice");
  const app = useTranslations("app");
  const [isOpen, setOpen] = useState(false);
  const isLacking = useCodeFeatures(({ lacking }) => lacking.includes("tools"));
  if (areToolsHidden() || (isLacking && chosen.plugin.length === 0)) return null;
  return (
    <ListRow title={t("title")} subtitle={t("chosen", { count: chosen.plugin.length })}>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("choose")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("title")}
        subtitle={t("hint")}
        closeLabel={app("close")}
        footerEnd={
          <Button variant="solid" onClick={() => setOpen(false)}>
            {t("done")}
          </Button>
        }
      >
        <ToolChoice chosen={chosen} onChange={onChange} />
      </Dialog>
    </ListRow>
  );
}
