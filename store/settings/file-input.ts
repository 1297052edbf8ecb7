import type { FileInput } from "@/lib/chat/original-files";
import { fileInputOf } from "@/lib/providers/file-input";
import { placeOf } from "@/lib/providers/places";
import type { NamedModel } from "@/store/settings/abilities";
import { providerInUse } from "@/store/settings/models";

/** Returns the input of original PDF files that a model has now; undefined without one. */
export function fileInputNow(named: NamedModel): FileInput | undefined {
  return fileInputOf(placeOf(providerInUse(named)), named.model);
}
