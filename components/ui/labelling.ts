"use client";
import { createContext, useContext } from "react";

/** The label around a control: of a settings row, or of a field. */
export interface Labelling {
  /** The id that the label's `for` refers to. */
  readonly controlId?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean | undefined;
}

export const LabellingContext = createContext<Labelling>({});

/** Returns the attributes that label a control: by the given label, or else by the row or field around it. */
export function useLabelling(label?: string) {
  const { controlId, labelledBy, describedBy, isInvalid } = useContext(LabellingContext);
  return {
    id: controlId,
    "aria-label": label,
    "aria-labelledby": label === undefined ? labelledBy : undefined,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid || undefined,
  } as const;
}
