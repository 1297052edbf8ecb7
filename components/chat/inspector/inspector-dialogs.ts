// The dialogs about requests, which are lazy-loaded together.
export { InspectorDialog } from "./inspector-dialog";
export { ReplyDetailsDialog } from "./reply-details-dialog";
