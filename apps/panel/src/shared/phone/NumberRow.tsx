import type { Presence } from "@callpanel/contract";
import { IconDialpad, IconHeadset, IconParking, IconPhone, IconUsersGroup } from "@callpanel/ui";
import { PersonAvatar } from "../chat/PersonAvatar.tsx";
import styles from "./NumberRow.module.css";

export interface NumberRowProps {
  /** `service`: an announcement, a number that leads elsewhere. */
  readonly kind: "person" | "room" | "queue" | "service" | "parking" | "featureCode";
  readonly name: string;
  readonly number: string;
  readonly imageUrl?: string | null;
  /** Of a colleague: for their presence in chat. */
  readonly extension?: string | undefined;
  /** The phone state of a colleague; absent for others. */
  readonly presence?: Presence | undefined;
  /** Next to the name: what they do, why they were found, why they cannot be chosen. */
  readonly note?: string | undefined;
}

const SIGNS = {
  room: IconUsersGroup,
  queue: IconHeadset,
  service: IconPhone,
  parking: IconParking,
  featureCode: IconDialpad,
} as const;

/** A person or a place that a call can go to: the same row in every list. */
export function NumberRow({ kind, name, number, imageUrl, extension, presence, note }: NumberRowProps) {
  return (
    <>
      {kind === "person" ? (
        <PersonAvatar silent name={name} extension={extension} src={imageUrl} size={28} state={presence} />
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
