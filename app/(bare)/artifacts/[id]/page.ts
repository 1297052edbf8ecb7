// A static host answers no such addresses: this is no `.tsx`, so the export goes without it.
export { ArtifactScreen as default } from "@/components/artifacts/artifact-screen";
