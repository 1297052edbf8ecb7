export { AuthScreen as default } from "@/components/auth/auth-screen";
