import styles from "./visually-hidden.module.css";

/** Says each part to screen readers, politely, when it is added; what was said before is not said again. */
export function LiveLog({ parts }: { readonly parts: readonly string[] }) {
  return (
    <div aria-live="polite" aria-relevant="additions" className={styles.hidden}>
      {parts.map((part, place) => (
        // Parts are only ever added, so the place is the identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p key={place} dir="auto">
          {part}
        </p>
      ))}
    </div>
  );
}
