import type { CallDetails, CallRecord } from "@callpanel/contract";
import { useWords } from "../../../shared/words/useWords.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import { calleeOf, callerOf } from "../../../shared/phone/pastCall.ts";
import { useDestination } from "../../../shared/phone/useDestination.ts";
import { useEndName } from "../useEndName.ts";
import { useZoned } from "../useZoned.ts";
import section from "./Section.module.css";

export interface CallChainProps {
  readonly call: CallDetails;
  readonly zone: string;
  readonly onOpen: (id: number) => void;
}

/** The calls before and after this one: transfers, pick-ups, parking. */
export function CallChain({ call, zone, onOpen }: CallChainProps) {
  const t = useWords(callHistoryMessages);
  if (call.chain.length < 2) return null;
  return (
    <section className={section.section} aria-label={t("callHistory.chain")}>
      <h3 className={section.title}>{t("callHistory.chain")}</h3>
      <ol className={section.list}>
        {call.chain.map((one) => (
          <li key={one.id} aria-current={one.id === call.id ? "true" : undefined}>
            <Link call={one} zone={zone} isOpen={one.id === call.id} onOpen={() => onOpen(one.id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface LinkProps {
  readonly call: CallRecord;
  readonly zone: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Link({ call, zone, isOpen, onOpen }: LinkProps) {
  const t = useWords(callHistoryMessages);
  const formats = useZoned(zone);
  const label = useDestination(call);
  const from = useEndName(callerOf(call)).name;
  const to = useEndName(calleeOf(call)).name;
  const title = t("callHistory.between", { from, to: label ?? to });
  return (
    <>
      <time className={section.dim} dateTime={call.calldate}>
        {formats.time(call.calldate)}
      </time>{" "}
      {isOpen ? (
        <bdi>{title}</bdi>
      ) : (
        <button type="button" className={section.link} onClick={onOpen}>
          <bdi>{title}</bdi>
        </button>
      )}
    </>
  );
}
