import type { CallDetails } from "@callpanel/contract";
import type { ReactNode } from "react";
import { clockText } from "../../../shared/formats/duration.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import { calleeOf, callerOf } from "../../../shared/phone/pastCall.ts";
import type { CallEnd } from "../../../shared/phone/pastCall.ts";
import { useDiversion, useOutcome } from "../CallRow.tsx";
import { useDestination } from "../../../shared/phone/useDestination.ts";
import { useEndName } from "../useEndName.ts";
import { useZoned } from "../useZoned.ts";
import section from "./Section.module.css";

export interface CallFactsProps {
  readonly call: CallDetails;
  readonly zone: string;
}

/** The parties, the time, the duration and the result of a call. */
export function CallFacts({ call, zone }: CallFactsProps) {
  const t = useWords(callHistoryMessages);
  const formats = useZoned(zone);
  const write = useNumberText(usePanel().viewer);
  const label = useDestination(call);
  const outcome = useOutcome(call);
  const why = useDiversion(call);
  const { answered_at, answered_by, calldate, talk_duration, duration, dialled, to, forwarded_by, sent_by, ended_by } =
    call;
  const waited = duration - (talk_duration ?? 0);
  const endedBy = ended_by === "caller" || ended_by === "callee" || ended_by === "restart" ? ended_by : "system";
  return (
    <dl className={section.facts}>
      <Fact name={t("callHistory.fact.from")}>
        <End end={callerOf(call)} />
      </Fact>
      <Fact name={t("callHistory.fact.to")}>{label ?? <End end={calleeOf(call)} />}</Fact>
      {answered_by === null ? null : (
        <Fact name={t("callHistory.fact.answeredBy")}>
          <bdi>{answered_by.name || write(answered_by.number)}</bdi>
        </Fact>
      )}
      {dialled === to || dialled === "" ? null : <Fact name={t("callHistory.fact.dialled")}>{write(dialled)}</Fact>}
      {forwarded_by.length === 0 ? null : (
        <Fact name={t("callHistory.fact.forwardedBy")}>
          <bdi>{forwarded_by.map(({ number, name }) => name || write(number)).join(", ")}</bdi>
        </Fact>
      )}
      {sent_by === null ? null : (
        <Fact name={t("callHistory.fact.sentBy")}>
          <bdi>{sent_by.name || write(sent_by.number)}</bdi>
        </Fact>
      )}
      {call.listened_by.length === 0 ? null : (
        <Fact name={t("callHistory.fact.listenedBy")}>
          {call.listened_by.map(({ listener, watched, from, to }) => (
            <div key={`${listener.number} ${from}`}>
              {t("callHistory.listened", {
                listener: listener.name || write(listener.number),
                watched: watched.name || write(watched.number),
                from: formats.time(from),
                to: formats.time(to),
              })}
            </div>
          ))}
        </Fact>
      )}
      <Fact name={t("callHistory.fact.direction")}>{t(`callHistory.direction.${call.direction}`)}</Fact>
      <Fact name={t("callHistory.fact.began")}>{formats.dateTime(calldate)}</Fact>
      {answered_at === null ? null : <Fact name={t("callHistory.fact.answered")}>{formats.time(answered_at)}</Fact>}
      <Fact name={t("callHistory.fact.waited")}>{clockText(waited * 1_000)}</Fact>
      {talk_duration === null ? null : (
        <Fact name={t("callHistory.fact.talked")}>{clockText(talk_duration * 1_000)}</Fact>
      )}
      <Fact name={t("callHistory.fact.result")}>{why ?? outcome ?? t("callHistory.ended.answered")}</Fact>
      <Fact name={t("callHistory.fact.endedBy")}>{t(`callHistory.endedBy.${endedBy}`)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function End({ end }: { readonly end: CallEnd }) {
  const { name, number } = useEndName(end);
  return (
    <>
      <bdi>{name}</bdi>
      {number === "" ? null : <bdi className={section.dim}> {number}</bdi>}
    </>
  );
}
