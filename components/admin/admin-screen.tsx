"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";

const AdminPage = lazyGroup(() => import("./admin-page")).component("AdminPage");

/** The administrator's screen. */
export function AdminScreen() {
  return (
    <Suspense>
      <AdminPage />
    </Suspense>
  );
}
