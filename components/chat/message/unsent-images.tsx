import { useTranslations } from "use-intl";
import { useVisionSupport } from "@/components/chat/composer/use-vision-support";
import { makesMedia } from "@/lib/models/model-facts";
import styles from "./message.module.css";

/** A note under the images of a question if the chat's model does not accept images. */
export function UnsentImages({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("attachments");
  const { model, supportsVision } = useVisionSupport(sessionId);
  if (supportsVision || makesMedia(model) || model === "") return null;
  return <p className={styles.unsent}>{t("notSent", { model })}</p>;
}
