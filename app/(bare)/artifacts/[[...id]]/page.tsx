export { ArtifactScreen as default } from "@/components/artifacts/artifact-screen";

/** The page without an identifier in its path is the one that a static host has; a server answers all others with it. */
export function generateStaticParams() {
  return [{ id: [] }];
}
