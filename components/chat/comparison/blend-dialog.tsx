"use client";
import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { ModelRow } from "@/components/chat/settings/model-row";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { useIsPhone } from "@/components/ui/is-phone";
import { ListRows } from "@/components/ui/list-row";
import { TextArea } from "@/components/ui/text-area";
import { maxBlendPromptChars } from "@/lib/chat/blend";
import { type Message, textOf } from "@/lib/chat/message";
import { isTemporary } from "@/store/chats/is-temporary";
import { useSettings } from "@/store/settings/settings";
import { blend, blendRequest } from "@/store/turns/blend";
import { useTurns } from "@/store/turns/turns";
import styles from "./blend-dialog.module.css";

interface BlendDialogProps {
  readonly sessionId: string;
  /** The replies that have a text. */
  readonly replies: readonly Message[];
  /** Returns the name of a reply's model, unique among the replies. */
  readonly labelOf: (reply: Message) => string;
  readonly onClose: () => void;
}

/** Lets a model write one reply from several. The prompt is remembered for the next time. */
export function BlendDialog({ sessionId, replies, labelOf, onClose }: BlendDialogProps) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  const used = useUsedSettings(sessionId);
  const [model, setModel] = useState({ model: used?.model ?? "", providerName: used?.providerName ?? "" });
  const [ids, setIds] = useState<readonly string[]>(() => replies.filter(isComplete).map(({ id }) => id));
  const standard = t("prompts.blend");
  const [prompt, setPrompt] = useState(
    () => useSettings.getState().blendPrompt.slice(0, maxBlendPromptChars) || standard,
  );
  const isReady = replies.filter(({ id }) => ids.includes(id)).length > 1;

  function write() {
    const { context } = useTurns.getState();
    // Nothing of a temporary chat is stored.
    if (!isTemporary(sessionId)) useSettings.getState().setBlendPrompt(prompt === standard ? "" : prompt);
    onClose();
    void blend(context, sessionId, { replyIds: ids, model, prompt });
    if (!isPhone) sendShortcut("focusMessageBox");
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("several.blend")}
      subtitle={t("several.blendHint")}
      closeLabel={t("app.close")}
      footerEnd={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          <Button
            variant="solid"
            disabledReason={isReady ? undefined : t("several.needsTwoReplies")}
            onClick={() => write()}
          >
            {t("several.write")}
          </Button>
        </>
      }
    >
      <ReplyChecks replies={replies} labelOf={labelOf} ids={ids} onChange={setIds} />
      <ListRows>
        <ModelRow
          title={t("settings.model")}
          {...model}
          unset={t("settings.model")}
          onPick={(name, providerName) => setModel({ model: name, providerName })}
        />
      </ListRows>
      <div className={styles.prompt}>
        <TextArea label={t("several.prompt")} value={prompt} onChange={setPrompt} maxLength={maxBlendPromptChars} />
        <Button size="small" variant="quiet" icon={RotateCcw} onClick={() => setPrompt(standard)}>
          {t("several.resetPrompt")}
        </Button>
      </div>
      {isReady && <WholeMessage sessionId={sessionId} replyIds={ids} prompt={prompt} />}
    </Dialog>
  );
}

/** Whether a reply is neither stopped nor failed. */
function isComplete({ stopped, error }: Message): boolean {
  return !stopped && !error;
}

interface ReplyChecksProps extends Pick<BlendDialogProps, "replies" | "labelOf"> {
  /** Ids of the selected replies. */
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function ReplyChecks({ replies, labelOf, ids, onChange }: ReplyChecksProps) {
  const t = useTranslations("several");
  const id = useId();
  return (
    <div className={styles.replies}>
      <span id={id} className={styles.label}>
        {t("toBlend")}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has another layout in each browser */}
      <div role="group" aria-labelledby={id} className={styles.list}>
        {replies.map((reply) => (
          <Checkbox
            key={reply.id}
            checked={ids.includes(reply.id)}
            onChange={(isOn) => onChange(isOn ? [...ids, reply.id] : ids.filter((each) => each !== reply.id))}
          >
            <bdi className={styles.name}>{labelOf(reply)}</bdi>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}

interface WholeMessageProps {
  readonly sessionId: string;
  readonly replyIds: readonly string[];
  readonly prompt: string;
}

/** The message as it is sent, folded. */
function WholeMessage({ sessionId, replyIds, prompt }: WholeMessageProps) {
  const t = useTranslations("several");
  const [isOpen, setOpen] = useState(false);
  const request = isOpen ? blendRequest(useTurns.getState().context, sessionId, { replyIds, prompt }) : undefined;
  return (
    <Disclosure look="plain" summary={t("wholeMessage")} open={isOpen} onToggle={setOpen}>
      {request && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={styles.message} tabIndex={0} aria-label={t("wholeMessage")} dir="auto">
          {textOf(request.question)}
        </section>
      )}
    </Disclosure>
  );
}
