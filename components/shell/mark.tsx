import { brand } from "@/lib/platform/brand";
import { basePath } from "@/lib/platform/build-info";

/** The mark: two voices that meet, or the brand's logo. */
export function Mark({ className }: { className?: string | undefined }) {
  if (brand.logo) {
    const address = brand.logo.startsWith("/") ? basePath + brand.logo : brand.logo;
    // biome-ignore lint/performance/noImgElement: a static host has no image optimizer
    return <img className={className} src={address} alt="" />;
  }
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M5.5 29V13.5A10.5 10.5 0 0 1 16 3v5.2a5.3 5.3 0 0 0-5.3 5.3v10.7z" />
      <path fill="var(--accent)" d="M18.4 3.28A10.5 10.5 0 0 1 16 24h-2.9v-5.2H16a5.3 5.3 0 0 0 2.4-10.03z" />
    </svg>
  );
}
