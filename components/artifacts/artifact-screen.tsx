"use client";
import { Suspense, useEffect, useState } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { isSealedLink } from "@/lib/links/sealed-fragment";

const pages = lazyGroup(() => import("./artifact-pages"));
const ArtifactPage = pages.component("ArtifactPage");
const SharedPage = pages.component("SharedPage");
const DeviceLinkPage = pages.component("DeviceLinkPage");

/** A shared page, or the content of an encrypted link, alone on the screen. */
export function ArtifactScreen() {
  const [isSealed] = useState(() => isSealedLink(location.hash));
  const [deviceLink, setDeviceLink] = useState(takeDeviceLink);

  useEffect(() => {
    // The page's first script has taken it from the event.
    const take = () => {
      const taken = takeDeviceLink();
      if (taken !== undefined) setDeviceLink(taken);
    };
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

/** Returns the fragment of a link for this device, once. The page's first script has removed it from the address. */
function takeDeviceLink(): string | undefined {
  const link = window.openedDeviceLink;
  delete window.openedDeviceLink;
  return link;
}
