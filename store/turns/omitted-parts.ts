import { create } from "zustand";
import type { OmittablePart } from "@/lib/chat/request";

interface OmittedPartsStore {
  /** The parts that the next request of a chat leaves out, by chat. They are not stored. */
  readonly byChat: Readonly<Record<string, readonly OmittablePart[]>>;
  set(sessionId: string, part: OmittablePart, isOmitted: boolean): void;
}

/** The parts that the next requests leave out. */
export const useOmittedParts = create<OmittedPartsStore>()((set) => ({
  byChat: {},
  set(sessionId, part, isOmitted) {
    set(({ byChat }) => {
      const others = (byChat[sessionId] ?? []).filter((each) => each !== part);
      return { byChat: { ...byChat, [sessionId]: isOmitted ? [...others, part] : others } };
    });
  },
}));

/** Returns the parts that the next request of a chat leaves out. */
export function omittedParts(sessionId: string): readonly OmittablePart[] {
  return useOmittedParts.getState().byChat[sessionId] ?? [];
}

/** Leaves parts out of the next request of a chat, because the request that left them out got no reply. */
export function returnOmittedParts(sessionId: string, parts: readonly OmittablePart[]): void {
  for (const part of parts) useOmittedParts.getState().set(sessionId, part, true);
}

/** Returns the parts that a request leaves out, and sends them again with later requests of the chat. */
export function takeOmittedParts(sessionId: string): readonly OmittablePart[] {
  const { [sessionId]: taken = [], ...byChat } = useOmittedParts.getState().byChat;
  if (taken.length > 0) useOmittedParts.setState({ byChat });
  return taken;
}
