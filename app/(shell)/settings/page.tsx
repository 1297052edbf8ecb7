export { SettingsScreen as default } from "@/components/settings/settings-screen";
