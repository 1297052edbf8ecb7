import { useEffect, useRef } from "react";
import { isBlank } from "@/lib/chat/mask";
import { useMasks } from "@/store/library/masks";

/**
 * Returns the functions that create a mask to edit, and remove it if nothing was entered. Leaving the screen also
 * removes it.
 */
export function useFreshMask() {
  const id = useRef<string>(undefined);

  function create(defaults: Parameters<ReturnType<typeof useMasks.getState>["create"]>[0]) {
    dropBlank(id);
    id.current = useMasks.getState().create(defaults);
    return id.current;
  }

  useEffect(() => () => dropBlank(id), []);
  return { create, dropUnchanged: () => dropBlank(id) };
}

function dropBlank(created: { current: string | undefined }): void {
  const { own, remove } = useMasks.getState();
  const mask = own.find(({ id }) => id === created.current);
  created.current = undefined;
  if (mask && isBlank(mask)) remove(mask.id);
}
