import { type Message, type Role, withText } from "@/lib/chat/message";

/** One edit of a list of messages. */
export type PromptChange =
  | { readonly type: "text"; readonly id: string; readonly text: string }
  | { readonly type: "role"; readonly id: string; readonly role: Role }
  /** Inserts a message below another one, or at the end. */
  | { readonly type: "insert"; readonly message: Message; readonly below?: string }
  | { readonly type: "remove"; readonly id: string }
  | { readonly type: "move"; readonly id: string; readonly index: number };

/** Returns the list after an edit; unaffected messages remain the same objects. */
export function changePrompts(messages: readonly Message[], change: PromptChange): readonly Message[] {
  switch (change.type) {
    case "text":
      return messages.map((message) =>
        message.id === change.id ? { ...message, content: withText(message.content, change.text) } : message,
      );
    case "role":
      return messages.map((message) => (message.id === change.id ? { ...message, role: change.role } : message));
    case "insert": {
      const above = messages.findIndex(({ id }) => id === change.below);
      return messages.toSpliced(above === -1 ? messages.length : above + 1, 0, change.message);
    }
    case "remove":
      return messages.filter(({ id }) => id !== change.id);
    case "move": {
      const moved = messages.find(({ id }) => id === change.id);
      const others = messages.filter(({ id }) => id !== change.id);
      return moved ? others.toSpliced(Math.max(0, change.index), 0, moved) : messages;
    }
  }
}
