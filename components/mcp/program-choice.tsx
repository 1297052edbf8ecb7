"use client";
import type { ReactNode } from "react";
import { programName } from "@/lib/tools/mcp/program";
import { usePrograms } from "@/store/tools/programs";

interface ProgramChoiceProps {
  /** Returns the row of a source of tools. */
  readonly row: (id: string, title: string, subtitle: ReactNode) => ReactNode;
}

/** The programs on this computer that a model may use. */
export function ProgramChoice({ row }: ProgramChoiceProps) {
  const programs = usePrograms((state) => state.programs);
  return programs.map((program) =>
    row(program.id, programName(program), <bdi dir="ltr">{[program.command, ...program.args].join(" ")}</bdi>),
  );
}
