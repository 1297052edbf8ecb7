import { usePathname } from "next/navigation";

/** Returns the path of the screen, such as `/settings`: in an export it stands in the address with a slash behind. */
export function useScreenPath(): string {
  return usePathname().replace(/(?<=.)\/$/, "");
}
