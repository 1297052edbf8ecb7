import { RemoteMedia } from "./remote-media";

/** Draws an image of a message; one from another host when the user asks for it. */
export function RemoteImage({ src, alt }: { src: string; alt: string }) {
  return <RemoteMedia kind="image" src={src} alt={alt} />;
}
