/** NextChat's titles of untitled chats, in all its languages. */
const untitled: ReadonlySet<string> = new Set([
  "新的聊天",
  "New Conversation",
  "新的對話",
  "Nova Conversa",
  "Ny samtale",
  "新しいチャット",
  "새 채팅",
  "Obrolan Baru",
  "Nouvelle discussion",
  "Nuevo chat",
  "Nuova chat",
  "Yeni Sohbet",
  "Neuer Chat",
  "Trò chuyện mới",
  "Новый чат",
  "Nový chat",
  "دردشة جديدة",
  "নতুন চ্যাট",
  "Nová konverzácia",
]);

/** Returns a title, or an empty string for NextChat's title of untitled chats. */
export function topicOf(value: unknown): string {
  return typeof value === "string" && !untitled.has(value.trim()) ? value : "";
}
