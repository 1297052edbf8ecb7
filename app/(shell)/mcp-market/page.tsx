export { McpScreen as default } from "@/components/mcp/mcp-screen";
