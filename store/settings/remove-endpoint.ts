import type { CustomEndpoint } from "@/lib/providers/custom-endpoint";
import { withEndpointBack, withoutEndpoint } from "@/lib/settings/removed-endpoint";
import { useAccess } from "@/store/settings/access";

/** Removes a custom endpoint with its address and its key. Returns the function that restores it. */
export function removeEndpoint(endpoint: CustomEndpoint): () => void {
  const before = useAccess.getState();
  before.putBack(withoutEndpoint(before, endpoint));
  return () => {
    const access = useAccess.getState();
    access.putBack(withEndpointBack(access, before, endpoint));
  };
}
