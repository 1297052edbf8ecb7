export { ChatScreen as default } from "@/components/chat/chat-screen";
