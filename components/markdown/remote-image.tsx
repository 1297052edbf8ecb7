import { RemoteMedia } from "./remote-media";

/** An image of a message; one from another host loads only on request. */
export function RemoteImage({ src, alt }: { src: string; alt: string }) {
  return <RemoteMedia kind="image" src={src} alt={alt} />;
}
