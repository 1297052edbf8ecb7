export { NewChatScreen as default } from "@/components/masks/new-chat-screen";
