"use client";
import { Suspense, useEffect, useState } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { isDeviceLink, isSealedLink } from "@/lib/links/sealed-fragment";

const pages = lazyGroup(() => import("./artifact-pages"));
const ArtifactPage = pages.component("ArtifactPage");
const SharedPage = pages.component("SharedPage");
const DeviceLinkPage = pages.component("DeviceLinkPage");

/** A shared page, or the content of an encrypted link, alone on the screen. */
export function ArtifactScreen() {
  const [isSealed] = useState(() => isSealedLink(location.hash));
  const [deviceLink, setDeviceLink] = useState(takeDeviceLink);

  useEffect(() => {
    const take = () => isDeviceLink(location.hash) && setDeviceLink(takeDeviceLink());
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);

  if (deviceLink !== undefined)
    return (
      <Suspense>
        <DeviceLinkPage link={deviceLink} />
      </Suspense>
    );
  return <Suspense>{isSealed ? <SharedPage /> : <ArtifactPage />}</Suspense>;
}

/** Removes a link for this device from the address and the history, because it contains credentials, and returns it. */
function takeDeviceLink(): string | undefined {
  const { hash, pathname, search } = location;
  if (!isDeviceLink(hash)) return undefined;
  history.replaceState(null, "", pathname + search);
  return hash;
}
