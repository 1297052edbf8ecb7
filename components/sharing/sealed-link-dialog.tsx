"use client";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { Disclosure } from "@/components/ui/disclosure";
import { ListRow } from "@/components/ui/list-row";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import { toAppError } from "@/lib/errors";
import type { SharedItem } from "@/lib/links/shared-item";
import { isWebLink } from "@/lib/platform/link-to";
import { report } from "@/store/base/ui";
import { lifetimes, linkWith, storeSealed, useStoresSealed } from "@/store/sharing/sealed-links";
import type { SharedLink } from "@/store/sharing/shared-pages";
import { LinkActions, LinkField } from "./link-field";
import { maxQrBytes, QrCode } from "./qr-code";
import styles from "./share-dialog.module.css";

interface SealedLinkDialogProps extends DialogOpening {
  readonly title: string;
  /** The shared item; null while it is loaded. */
  readonly item: SharedItem | null;
  /** Its name in the list of stored links. */
  readonly name: string;
  /** Opens the dialog for links to a page that the server can read, if there is one. */
  readonly onReadable?: (() => void) | undefined;
}

type MadeLink = SharedLink & { readonly place: "link" | "site" };

/** The states of a link: `long` if the item does not fit into one. */
type Made = "working" | "long" | MadeLink;

/**
 * Shares an item as a link that contains it, encrypted. Nothing is sent for that. An item that is too long is stored by
 * the site after the user has agreed.
 */
export function SealedLinkDialog({ title, item, name, onReadable, open, onClose }: SealedLinkDialogProps) {
  const t = useTranslations();
  const [days, setDays] = useState("7");
  const { made, isBusy, store } = useSealedLink(open ? item : null);
  const hasStorage = useStoresSealed();
  const link = typeof made === "string" ? undefined : made;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={t("app.close")}
      size="small"
      footerStart={
        onReadable && (
          <Button variant="quiet" onClick={onReadable}>
            {t("sealedLink.readable")}
          </Button>
        )
      }
      footerEnd={
        link ? (
          <LinkActions link={link.link} />
        ) : (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t("app.cancel")}
            </Button>
            {made === "long" && hasStorage && (
              <Button variant="solid" busy={isBusy} onClick={() => void store({ title: name, days: Number(days) })}>
                {t("sealedLink.store")}
              </Button>
            )}
          </>
        )
      }
    >
      {made === "working" && <Spinner />}
      {made === "long" && <TooLong hasStorage={hasStorage} days={days} onDays={setDays} />}
      {link && <MadeLinkFields link={link} />}
    </Dialog>
  );
}

/** The link to an item, made anew for each item, and the function that stores an item that is too long. */
function useSealedLink(item: SharedItem | null) {
  const [made, setMade] = useState<Made>("working");
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (!item) return;
    let isCurrent = true;
    setMade("working");
    linkWith(item).then(
      (link) => isCurrent && setMade(link === undefined ? "long" : { link, place: "link" }),
      (thrown: unknown) => isCurrent && report(toAppError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [item]);

  async function store(options: Parameters<typeof storeSealed>[1]) {
    if (!item) return;
    setBusy(true);
    try {
      setMade({ ...(await storeSealed(item, options)), place: "site" });
    } catch (thrown) {
      report(toAppError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return { made, isBusy, store };
}

/** The link, what it contains, and its QR code if it is short enough. */
function MadeLinkFields({ link }: { readonly link: MadeLink }) {
  const t = useTranslations("sealedLink");
  return (
    <>
      <p className={styles.words}>{t(link.place === "link" ? "inLink" : "stored")}</p>
      <LinkField shared={link} />
      {isWebLink(link.link) && new TextEncoder().encode(link.link).length <= maxQrBytes && (
        <Disclosure look="plain" summary={t("qr")}>
          <QrCode text={link.link} label={t("qr")} />
        </Disclosure>
      )}
    </>
  );
}

interface TooLongProps {
  readonly hasStorage: boolean;
  readonly days: string;
  readonly onDays: (days: string) => void;
}

/** The choices for an item that does not fit into a link. */
function TooLong({ hasStorage, days, onDays }: TooLongProps) {
  const t = useTranslations("sealedLink");
  const format = useFormatter();
  if (!hasStorage) return <p className={styles.words}>{t("tooLong")}</p>;
  return (
    <>
      <p className={styles.words}>{t("longStored", { host: location.host })}</p>
      <ListRow title={t("lifetime")}>
        <Select
          value={days}
          options={lifetimes.map((each) => ({
            value: String(each),
            label: format.number(each, { style: "unit", unit: "day", unitDisplay: "long" }),
          }))}
          onChange={onDays}
        />
      </ListRow>
    </>
  );
}
