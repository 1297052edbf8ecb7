import type { Metadata } from "next";

// A server without ADMIN_SECRET does not serve this page (scripts/request-guard.mjs, middleware.edge.ts).
export const metadata: Metadata = { robots: { index: false, follow: false } };

export { AdminScreen as default } from "@/components/admin/admin-screen";
