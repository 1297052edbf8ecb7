import { usePathname } from "next/navigation";

/** Returns the path of the screen, such as `/settings`, without the trailing slash of a static export. */
export function useScreenPath(): string {
  return usePathname().replace(/(?<=.)\/$/, "");
}
