"use client";
import { BranchesDialog } from "@/components/chat/branches/branches-dialog";
import { ChatSettingsDialog } from "@/components/chat/settings/chat-settings-dialog";
import { EditMessagesDialog } from "@/components/chat/settings/edit-messages-dialog";
import { MemoryDialog } from "@/components/chat/settings/memory-dialog";
import { FactDialog } from "@/components/facts/fact-dialog";
import { lazyGroup } from "@/components/lazy-group";
import { LinkDialog } from "@/components/links/link-dialog";
import { OpenLinkDialog } from "@/components/links/open-link-dialog";
import { DeleteProjectDialog, MoveDialog, ProjectEditor, TagsDialog } from "@/components/projects/project-dialogs";
import { PromptsDialog } from "@/components/prompts/prompts-dialog";
import { ToolDialog } from "@/components/tools/tool-dialog";
import { useUi } from "@/store/base/ui";
import { DeleteChatDialog } from "./delete-chat-dialog";
import { RetryWithDialog } from "./message/retry-with-dialog";
import { ShortcutsDialog } from "./shortcuts-dialog";

const ImageViewer = lazyGroup(() => import("@/components/chat/message/chat-image-viewer"), {
  needsMessages: false,
}).component("ChatImageViewer");
const ServerContentDialog = lazyGroup(() => import("@/components/mcp/server-content-dialog"), {
  needsMessages: false,
}).component("ServerContentDialog");
const ExportDialog = lazyGroup(() => import("@/components/export/export-dialog"), { needsMessages: false }).component(
  "ExportDialog",
);
const ImportDialog = lazyGroup(() => import("@/components/settings/lazy-sections"), { needsMessages: false }).component(
  "ImportDialog",
);
const JoinDialog = lazyGroup(() => import("@/components/settings/join-dialog"), { needsMessages: false }).component(
  "JoinDialog",
);
const AddKeyDialog = lazyGroup(() => import("@/components/keys/add-key-dialog"), { needsMessages: false }).component(
  "AddKeyDialog",
);
const inspectorDialogs = lazyGroup(() => import("@/components/chat/inspector/inspector-dialogs"), {
  needsMessages: false,
});
const InspectorDialog = inspectorDialogs.component("InspectorDialog");
const ReplyDetailsDialog = inspectorDialogs.component("ReplyDetailsDialog");
const AskSeveralDialog = lazyGroup(() => import("@/components/chat/comparison/ask-several-dialog"), {
  needsMessages: false,
}).component("AskSeveralDialog");
const Palette = lazyGroup(() => import("@/components/palette/palette"), { needsMessages: false }).component("Palette");

/** The dialog that was opened last. It stays mounted until its closing animation ends. */
export function ChatDialogs() {
  const dialog = useUi((ui) => ui.dialog);
  const onClose = useUi((ui) => ui.closeDialog);
  if (!dialog) return null;
  const { id, content, isOpen: open } = dialog;
  switch (content.kind) {
    case "chat-settings":
      return <ChatSettingsDialog key={id} sessionId={content.sessionId} open={open} onClose={onClose} />;
    case "memory":
      return <MemoryDialog key={id} sessionId={content.sessionId} open={open} onClose={onClose} />;
    case "edit-messages":
      return <EditMessagesDialog key={id} sessionId={content.sessionId} open={open} onClose={onClose} />;
    case "delete-chat":
      return <DeleteChatDialog key={id} sessionId={content.sessionId} open={open} onClose={onClose} />;
    case "tools":
      return <ToolDialog key={id} sessionId={content.sessionId} open={open} onClose={onClose} />;
    case "server-content":
      return <ServerContentDialog key={id} sessionId={content.sessionId} open={open} onClose={onClose} />;
    case "tags":
      return <TagsDialog key={id} sessionIds={content.sessionIds} open={open} onClose={onClose} />;
    case "inspector":
      return open && <InspectorDialog key={id} sessionId={content.sessionId} onClose={onClose} />;
    case "reply-details":
      return open && <ReplyDetailsDialog key={id} messageId={content.messageId} onClose={onClose} />;
    case "branches":
      return open && <BranchesDialog key={id} sessionId={content.sessionId} onClose={onClose} />;
    case "compare": {
      const { sessionId, models } = content;
      return <AskSeveralDialog key={id} sessionId={sessionId} models={models} open={open} onClose={onClose} />;
    }
    case "retry-with":
      return (
        open && (
          <RetryWithDialog key={id} sessionId={content.sessionId} messageId={content.messageId} onClose={onClose} />
        )
      );
    case "export": {
      const { sessionId, messageIds } = content;
      return <ExportDialog key={id} sessionId={sessionId} messageIds={messageIds} open={open} onClose={onClose} />;
    }
    case "prompts":
      return <PromptsDialog key={id} given={content.given} open={open} onClose={onClose} />;
    case "import":
      return open && <ImportDialog key={id} file={content.file} name={content.file.name} onClose={onClose} />;
    case "link":
      return <LinkDialog key={id} parameters={content.parameters} open={open} onClose={onClose} />;
    case "open-link":
      return (
        <OpenLinkDialog
          key={id}
          address={content.address}
          concern={content.concern}
          source={content.concern === "page" ? content.source : undefined}
          open={open}
          onClose={onClose}
        />
      );
    case "device-link":
      return open && <JoinDialog key={id} link={content.link} onClose={onClose} />;
    case "image":
      return <ImageViewer key={id} address={content.address} alt={content.alt} open={open} onClose={onClose} />;
    case "add-key":
      return <AddKeyDialog key={id} providerName={content.providerName} open={open} onClose={onClose} />;
    case "project":
      return (
        <ProjectEditor
          key={id}
          projectId={content.projectId}
          isNew={content.isNew ?? false}
          open={open}
          onClose={onClose}
        />
      );
    case "delete-project":
      return <DeleteProjectDialog key={id} projectId={content.projectId} open={open} onClose={onClose} />;
    case "fact":
      return <FactDialog key={id} factId={content.factId} text={content.text} open={open} onClose={onClose} />;
    case "move-to-project":
      return open && <MoveDialog key={id} sessionIds={content.sessionIds} onClose={onClose} />;
    case "palette":
      return open && <Palette key={id} onClose={onClose} />;
    case "shortcuts":
      return <ShortcutsDialog key={id} open={open} onClose={onClose} />;
  }
}
