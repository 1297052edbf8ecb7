"use client";
import { Check, Copy, Download, ExternalLink, ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { LinkButton } from "@/components/ui/link-button";
import { storedImageId } from "@/lib/chat/message";
import { toAppError } from "@/lib/errors";
import { downloadFile } from "@/lib/platform/download";
import { canCopyImages, copyImage } from "@/lib/platform/image-clipboard";
import { report } from "@/store/base/ui";
import styles from "./image-viewer.module.css";
import { useStoredImage } from "./use-stored-image";

/** Props of the viewer of an image. */
export interface ImageViewerProps extends DialogOpening {
  /** The address in the message. */
  readonly address: string;
  readonly alt: string;
  /** Attaches the image to the next message. */
  readonly onReuse?: (() => void) | undefined;
}

/**
 * Shows an image of a message large. An image of another host cannot be downloaded by this page, so its address is
 * linked.
 */
export function ImageViewer({ address, alt, onReuse, open, onClose }: ImageViewerProps) {
  const t = useTranslations();
  const image = useRef<HTMLImageElement>(null);
  const storedId = storedImageId(address);
  const stored = useStoredImage(storedId);
  const url = storedId === undefined ? address : stored;
  const isRemote = address.startsWith("https:");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={alt || t("imageViewer.title")}
      closeLabel={t("app.close")}
      size="large"
      footerStart={
        onReuse && (
          <Button icon={ImagePlus} onClick={onReuse}>
            {t("imageViewer.reuse")}
          </Button>
        )
      }
      footerEnd={
        isRemote ? (
          <LinkButton href={address} external icon={ExternalLink}>
            {t("imageViewer.original")}
          </LinkButton>
        ) : (
          url !== undefined &&
          url !== "missing" && (
            <>
              {canCopyImages() && <CopyButton copy={async () => image.current && copyImage(image.current)} />}
              <Button icon={Download} onClick={() => void download(url)}>
                {t("imageViewer.download")}
              </Button>
            </>
          )
        )
      }
    >
      {url === "missing" && <p>{t("message.imageGone")}</p>}
      {url !== undefined && url !== "missing" && (
        // biome-ignore lint/performance/noImgElement: the image optimizer does not know the addresses in messages
        <img ref={image} className={styles.image} src={url} alt={alt} referrerPolicy="no-referrer" />
      )}
    </Dialog>
  );
}

function CopyButton({ copy }: { readonly copy: () => Promise<unknown> }) {
  const t = useTranslations("imageViewer");
  const [isCopied, setCopied] = useState(false);

  async function press() {
    try {
      await copy();
      setCopied(true);
    } catch (thrown) {
      report(toAppError(thrown));
    }
  }

  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => void press()}>
      {t(isCopied ? "copied" : "copy")}
    </Button>
  );
}

/** Downloads an image, with an extension by its type. */
async function download(url: string): Promise<void> {
  try {
    const file = await (await fetch(url)).blob();
    await downloadFile(file, `image.${file.type.replace("image/", "")}`);
  } catch (thrown) {
    report(toAppError(thrown));
  }
}
