import { useEffect, useRef } from "react";
import type { ExternalMeeting } from "./external-meeting.ts";
import styles from "./ExternalRoom.module.css";

/** The frame of a meeting that is held elsewhere. */
export function ExternalRoom({ meeting }: { readonly meeting: ExternalMeeting }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current === null ? undefined : meeting.attach(place.current)), [meeting]);
  return <div ref={place} className={styles.place} />;
}
