/** The parts of an empty chat that are shown once the tab is idle, lazy-loaded as one chunk. */
export { RecentMasks } from "@/components/masks/recent-masks";
export { LocalModels } from "./local-models";
