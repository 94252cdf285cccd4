import type { CallSnapshot } from "@callpanel/webphone";
import { useWords } from "../../../shared/words/useWords.ts";
import { CallControls } from "./controls/CallControls.tsx";
import { CallHead } from "./CallHead.tsx";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { TransferStrip } from "../transfer/TransferStrip.tsx";
import { TwoCalls } from "../three-way/TwoCalls.tsx";
import opener from "./CallOpener.module.css";
import styles from "./CallLine.module.css";

const LINE_CONTROLS = ["hold", "hangUp"] as const;

/** A call that is not the open one: one line; a click opens it. */
export function CallLine({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  return (
    <>
      <div className={styles.line}>
        <button
          type="button"
          className={`${opener.open} ${styles.open}`}
          aria-label={t("softphone.call.open", { peer })}
          onClick={() => actions.choose(call.id)}
        >
          <CallHead call={call} peer={peer} form="line" />
        </button>
        <CallControls call={call} form="round" only={LINE_CONTROLS} />
      </div>
      {call.transfer ? (
        <div className={styles.transfer}>
          <TransferStrip call={call} />
        </div>
      ) : null}
      <TwoCalls call={call} />
    </>
  );
}
