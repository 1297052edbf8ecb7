import { create } from "zustand";

/** Features that a code or a user can lack, whose controls are then hidden. */
export const hideableFeatures = ["images", "tools", "voice"] as const;
export type HideableFeature = (typeof hideableFeatures)[number];

interface CodeFeaturesStore {
  /** Features that the access code, or the user of a proxy, lacks. Empty while they are unknown. */
  readonly lacking: readonly HideableFeature[];
  /** The error code of the last failed reply: a refusal means that the known rights are out of date. */
  readonly failure?: { readonly code: string | null | undefined };
}

/** The features whose controls are hidden; the server decides about calls. */
export const useCodeFeatures = create<CodeFeaturesStore>()(() => ({ lacking: [] }));

/** Whether the controls of a feature are hidden. */
export function isLacking(feature: HideableFeature): boolean {
  return useCodeFeatures.getState().lacking.includes(feature);
}
