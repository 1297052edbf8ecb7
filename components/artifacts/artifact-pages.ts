export { DeviceLinkPage } from "@/components/sharing/device-link-page";
export { SharedPage } from "@/components/sharing/shared-page";
export { ArtifactPage } from "./artifact-page";
