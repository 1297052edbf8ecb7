export { ArtifactScreen as default } from "@/components/artifacts/artifact-screen";
