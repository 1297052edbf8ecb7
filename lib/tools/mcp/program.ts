import { storedTime } from "@/lib/fields/stored-schemas";
import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

const variableSchema = z.object({
  name: z.string().check(z.minLength(1)),
  /** Its value, named as the credential that it often is. */
  token: z.catch(z.string(), ""),
});

const programSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  createdAt: z.catch(storedTime, 0),
  name: z.catch(z.string(), ""),
  command: z.string().check(z.minLength(1)),
  args: z.catch(z.array(z.string()), []),
  variables: z.catch(z.array(variableSchema), []),
  isOn: z.catch(z.boolean(), true),
});

/** A program on this computer that serves tools, in the desktop app. */
export type ToolProgram = z.output<typeof programSchema>;

/** The editable fields of a program. */
export type ToolProgramDraft = Pick<ToolProgram, "name" | "command" | "args" | "variables">;

/** Reads stored programs, newest first. Skips invalid ones. Never throws. */
export function readToolPrograms(stored: unknown): ToolProgram[] {
  const programs = isRecord(stored) && isRecord(stored.programs) ? Object.values(stored.programs) : [];
  return programs
    .flatMap((program) => {
      const read = z.safeParse(programSchema, program);
      return read.success ? [read.data] : [];
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Returns the display name of a program: its own, or the last part of its command. */
export function programName({ name, command }: Pick<ToolProgram, "name" | "command">): string {
  return name || command.replace(/^.*[\\/]/, "");
}
