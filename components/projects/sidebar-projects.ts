// The parts of projects in the chat list, which are lazy-loaded together.
export { ProjectAddress } from "./project-address";
export { ProjectMenu } from "./project-menu";
