// Not a `.tsx` file, so that a static export skips this route: a static host cannot serve such URLs.
export { ArtifactScreen as default } from "@/components/artifacts/artifact-screen";
