export { SharedPage } from "@/components/sharing/shared-page";
export { ArtifactPage } from "./artifact-page";
