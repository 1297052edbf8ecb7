import type { CustomEndpoint } from "@/lib/providers/custom-endpoint";
import { withEndpointBack, withoutEndpoint } from "@/lib/settings/removed-endpoint";
import { useAccess } from "@/store/settings/access";

/** Removes a server of the user's with its address and its key; returns the function that brings it back. */
export function removeEndpoint(endpoint: CustomEndpoint): () => void {
  const before = useAccess.getState();
  before.putBack(withoutEndpoint(before, endpoint));
  return () => {
    const access = useAccess.getState();
    access.putBack(withEndpointBack(access, before, endpoint));
  };
}
