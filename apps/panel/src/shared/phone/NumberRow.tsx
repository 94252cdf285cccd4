import type { Presence } from "@callpanel/contract";
import { Avatar, IconAsterisk, IconParking, IconUsersGroup } from "@callpanel/ui";
import styles from "./NumberRow.module.css";

export interface NumberRowProps {
  readonly kind: "person" | "place" | "parking" | "featureCode";
  readonly name: string;
  readonly number: string;
  readonly imageUrl?: string | null;
  /** The phone state of a colleague; absent for others. */
  readonly presence?: Presence | undefined;
  /** Next to the name: what they do, why they were found, why they cannot be chosen. */
  readonly note?: string | undefined;
}

const SIGNS = { place: IconUsersGroup, parking: IconParking, featureCode: IconAsterisk } as const;

/** A person or a place that a call can go to: the same row in every list. */
export function NumberRow({ kind, name, number, imageUrl, presence, note }: NumberRowProps) {
  return (
    <>
      {kind === "person" ? (
        <Avatar name={name} src={imageUrl ?? null} size={28} state={presence} />
      ) : (
        <Sign kind={kind} />
      )}
      <bdi>{name}</bdi>
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
      <span className={styles.number}>{number}</span>
    </>
  );
}

function Sign({ kind }: { readonly kind: keyof typeof SIGNS }) {
  const Shape = SIGNS[kind];
  return (
    <span className={styles.sign}>
      <Shape size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
