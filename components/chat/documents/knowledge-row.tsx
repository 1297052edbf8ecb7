"use client";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import type { Mask } from "@/lib/chat/mask";
import { useKnowledge } from "./use-knowledge";

const KnowledgeDialog = lazyGroup(() => import("./knowledge-dialog")).component("KnowledgeDialog");

interface KnowledgeRowProps {
  readonly knowledge: string | undefined;
  readonly onChange: (patch: Pick<Mask, "knowledge">) => void;
}

/** The documents of a mask, with a button that opens their list. */
export function KnowledgeRow({ knowledge, onChange }: KnowledgeRowProps) {
  const t = useTranslations("documents");
  const documents = useKnowledge(knowledge);
  const [isOpen, setOpen] = useState(false);
  const isMissing = knowledge !== undefined && documents?.length === 0;
  const count = documents?.length ?? 0;
  return (
    <>
      <ListRow
        title={t("knowledge")}
        subtitle={isMissing ? t("knowledgeMissing") : count > 0 ? t("knowledgeCount", { count }) : t("knowledgeHint")}
      >
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("manage")}
        </Button>
      </ListRow>
      {isOpen && (
        <Suspense>
          <KnowledgeDialog documents={documents ?? []} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
