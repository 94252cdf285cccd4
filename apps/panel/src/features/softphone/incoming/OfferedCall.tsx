import type { CallSnapshot } from "@callpanel/webphone";
import { CallHead } from "../call/CallHead.tsx";
import { RingingNote } from "../call/CallNotes.tsx";
import { MicrophoneHelp } from "./MicrophoneHelp.tsx";
import { OfferedButtons } from "./OfferedButtons.tsx";
import { OfferedMenu } from "./OfferedMenu.tsx";
import styles from "./OfferedCall.module.css";

/** An incoming call that is not answered yet: the caller, Accept, Reject, and More. */
export function OfferedCall({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  return (
    <div className={styles.offer}>
      <div className={styles.head}>
        <CallHead call={call} peer={peer} form="card" />
        <OfferedMenu call={call} />
      </div>
      <RingingNote call={call} />
      <MicrophoneHelp />
      <OfferedButtons callId={call.id} />
    </div>
  );
}
