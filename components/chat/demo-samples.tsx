"use client";
import { useTranslations } from "use-intl";
import { Chip } from "@/components/ui/chip";
import { ChipSet } from "@/components/ui/chip-set";
import { useTurns } from "@/store/turns/turns";

/** Samples of the demonstration model, each named by the word that it recognizes. */
const samples = ["prose", "table", "code", "math", "diagram", "thinking", "long", "error"] as const;

/** Chips that send an example question to the demonstration model. */
export function DemoSamples({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("demo");
  return (
    <ChipSet label={t("try")}>
      {samples.map((sample) => (
        <Chip key={sample} onClick={() => void useTurns.getState().send(sessionId, t(`${sample}Ask`))}>
          {t(sample)}
        </Chip>
      ))}
    </ChipSet>
  );
}
