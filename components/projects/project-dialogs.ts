// The dialogs of projects and tags, which are lazy-loaded together.
export { DeleteProjectDialog } from "./delete-project-dialog";
export { MoveDialog } from "./move-dialog";
export { ProjectEditor } from "./project-editor";
export { TagsDialog } from "./tags-dialog";
