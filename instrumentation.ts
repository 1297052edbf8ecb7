import { currentServer } from "@/lib/server/server";

/** Called by Next once when a server starts: its settings are read, and what is wrong with them is told at once. */
export function register(): void {
  currentServer();
}
