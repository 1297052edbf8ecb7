import styles from "./visually-hidden.module.css";

/** Announces each added part to screen readers, politely, and does not repeat earlier ones. */
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
