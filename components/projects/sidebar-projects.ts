// The parts of projects in the chat list, which are lazy-loaded together.
export { createProject } from "./create-project";
export { ProjectAddress } from "./project-address";
export { ProjectMenu } from "./project-menu";
