import type { CallSnapshot } from "@callpanel/webphone";
import { CallGroup } from "./CallGroup.tsx";
import { CallLine } from "./CallLine.tsx";
import { OfferedCall } from "../incoming/OfferedCall.tsx";
import { OpenCall } from "./OpenCall.tsx";
import { isOffered, openCallOf } from "../softphone.model.ts";
import { usePeer } from "./usePeer.ts";
import styles from "./CallStack.module.css";

export interface CallStackProps {
  /** Newest first. */
  readonly calls: readonly CallSnapshot[];
  readonly chosenCallId: string | null;
}

/** The calls in progress: those that ring, the open one, and one line for each of the others. */
export function CallStack({ calls, chosenCallId }: CallStackProps) {
  const open = openCallOf(calls, chosenCallId);
  return (
    <div className={styles.stack}>
      {calls.map((call) => (
        <Call key={call.id} call={call} form={isOffered(call) ? "offer" : call === open ? "card" : "line"} />
      ))}
    </div>
  );
}

function Call({ call, form }: { readonly call: CallSnapshot; readonly form: "offer" | "card" | "line" }) {
  const peer = usePeer(call);
  return (
    <CallGroup call={call} peer={peer} form={form}>
      {form === "offer" ? <OfferedCall call={call} peer={peer} /> : null}
      {form === "card" ? <OpenCall call={call} peer={peer} /> : null}
      {form === "line" ? <CallLine call={call} peer={peer} /> : null}
    </CallGroup>
  );
}
