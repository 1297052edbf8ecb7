"use client";

export { LazyErrorScreen as default } from "@/components/shell/lazy-error-screen";
