export { PluginsScreen as default } from "@/components/plugins/plugins-screen";
