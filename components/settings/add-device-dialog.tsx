"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { maxQrBytes, QrCode } from "@/components/sharing/qr-code";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useCopy } from "@/components/use-copy";
import { type AppError, toAppError } from "@/lib/errors";
import { type LinkObstacle, linkObstacle, makeLink } from "@/store/sync/invitations";
import { type MadeLink, withdrawLeft, withdrawLink } from "@/store/sync/made-links";
import { useSync } from "@/store/sync/sync";
import styles from "./seal-dialog.module.css";
import { SealSecret, SealStep } from "./seal-step";
import { useLinkState } from "./use-link-state";
import { useSyncProblem } from "./use-sync-problem";

interface DialogProps {
  readonly onClose: () => void;
}

/** Creates a link and a QR code with which another device of the user joins the sync, once. */
export function AddDeviceDialog({ onClose }: DialogProps) {
  const [obstacle] = useState(() => linkObstacle(useSync.getState()));
  const [made, setMade] = useState<MadeLink>();

  useEffect(() => {
    // A dialog that crashed may have left its invitation.
    if (!obstacle) void withdrawLeft();
  }, [obstacle]);

  if (obstacle) return <Obstacle obstacle={obstacle} onClose={onClose} />;
  if (made) return <LinkStep made={made} onAgain={() => setMade(undefined)} onClose={onClose} />;
  return <PassphraseStep onMade={setMade} onClose={onClose} />;
}

/** The reason that no link can be created, with what to do. */
function Obstacle({ obstacle, onClose }: DialogProps & { readonly obstacle: LinkObstacle }) {
  const t = useTranslations("addDevice");
  const app = useTranslations("app");
  return (
    <Dialog
      open
      title={t("add")}
      closeLabel={app("close")}
      onClose={onClose}
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {app("close")}
        </Button>
      }
    >
      <Notice kind="info" heading={t(`obstacle_${obstacle}`)} />
    </Dialog>
  );
}

/** The passphrase: the key that is stored on this device cannot be read, so the link needs it. */
function PassphraseStep({ onMade, onClose }: DialogProps & { readonly onMade: (made: MadeLink) => void }) {
  const t = useTranslations("addDevice");
  const sealing = useTranslations("sealing");
  const problem = useSyncProblem();
  const [passphrase, setPassphrase] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();
  const isOpen = useRef(true);

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function create() {
    if (passphrase === "") return;
    setBusy(true);
    setError(undefined);
    try {
      const made = await makeLink(passphrase);
      if (isOpen.current) onMade(made);
      else await withdrawLink(made);
    } catch (thrown) {
      setError(toAppError(thrown));
      setBusy(false);
    }
  }

  return (
    <SealStep
      title={t("add")}
      confirmLabel={t("create")}
      isBusy={isBusy}
      onConfirm={() => void create()}
      onClose={onClose}
    >
      <p>{t("hint")}</p>
      <Notice kind="warn" heading={t("warning")} />
      <SealSecret label={sealing("secret")} value={passphrase} onChange={setPassphrase} />
      <p role="alert" className={styles.failed}>
        {error && problem(error)}
      </p>
    </SealStep>
  );
}

interface LinkProps extends DialogProps {
  readonly made: MadeLink;
  readonly onAgain: () => void;
}

/** The link and its QR code, until another device has used it or it has expired. Closing deletes the invitation. */
function LinkStep({ made, onAgain, onClose }: LinkProps) {
  const t = useTranslations("addDevice");
  const sharing = useTranslations("sharing");
  const sealed = useTranslations("sealedLink");
  const app = useTranslations("app");
  const format = useFormatter();
  const { isCopied, copy } = useCopy();
  const { state, close, withdraw } = useLinkState(made, onClose);
  const isOpen = state === "waiting";
  const isLeaving = state === "withdrawing" || state === "undeleted";
  const isScannable = !process.env.BUILD_APP && made.link.length <= maxQrBytes;
  const time = format.dateTime(new Date(made.expires), { timeStyle: "short" });

  return (
    <Dialog
      open
      title={t("add")}
      closeLabel={app("close")}
      onClose={close}
      footerStart={!isOpen && !isLeaving && <Button onClick={onAgain}>{t("create")}</Button>}
      footerEnd={
        isOpen ? (
          <Button variant="solid" icon={isCopied ? Check : Copy} onClick={() => void copy(made.link)}>
            {sharing(isCopied ? "copied" : "copy")}
          </Button>
        ) : (
          <>
            <Button variant={state === "undeleted" ? "quiet" : "solid"} onClick={onClose}>
              {app("close")}
            </Button>
            {isLeaving && (
              <Button variant="solid" busy={state === "withdrawing"} onClick={withdraw}>
                {t("again")}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={styles.step}>
        <p role="status">{t(`state_${state}`, { time })}</p>
        {isOpen && (
          <>
            <Notice kind="warn" heading={t("warning")} />
            <p>{t(isScannable ? "how" : "howCopy")}</p>
            {isScannable && <QrCode text={made.link} label={sealed("qr")} />}
            <TextField
              label={sharing("link")}
              value={made.link}
              readOnly
              ltr
              onChange={() => {}}
              onFocus={(event) => event.currentTarget.select()}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
