import { create } from "zustand";
import { localKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";
import { pageStorage } from "@/store/base/page-storage";

/** The choice of a server and a model that compute vectors of passages. It applies to this device only. */
export interface EmbeddingSettings {
  readonly isOn: boolean;
  /** The id of the provider; empty without a choice. */
  readonly providerId: string;
  readonly model: string;
  /** The destination that the user saw when turning the search on. Passages are sent to no other one. */
  readonly destination: string;
}

const off: EmbeddingSettings = { isOn: false, providerId: "", model: "", destination: "" };

/** Maximum length of a model's name, in characters. */
export const maxModelChars = 200;

const schema = z.catch(
  z.pipe(
    z.jsonText,
    z.object({
      isOn: z.boolean(),
      providerId: z.string(),
      model: z.string().check(z.maxLength(maxModelChars)),
      destination: z.string(),
    }),
  ),
  off,
);

/** The settings of the search by meaning, as stored. */
export const useEmbeddingSettings = create<EmbeddingSettings>()(() => readEmbeddingSettings());

function readEmbeddingSettings(): EmbeddingSettings {
  return z.parse(schema, pageStorage().getItem(localKeys.embeddings));
}

/** Reads the settings again: another tab may have changed them. */
export function refreshEmbeddingSettings(): EmbeddingSettings {
  const stored = readEmbeddingSettings();
  const { setState, getState } = useEmbeddingSettings;
  if (JSON.stringify(stored) !== JSON.stringify({ ...off, ...getState() })) setState(stored);
  return stored;
}

/** Stores settings. */
export function writeEmbeddingSettings(settings: EmbeddingSettings): void {
  pageStorage().setItem(localKeys.embeddings, JSON.stringify(settings));
  useEmbeddingSettings.setState(settings);
}
