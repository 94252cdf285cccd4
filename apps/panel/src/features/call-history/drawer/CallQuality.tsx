import type { CallDetails, SideQuality } from "@callpanel/contract";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import { gradeOf } from "../call-history.model.ts";
import section from "./Section.module.css";

/** The quality on each side of a call: as the phone reports it, and as the system measured it. Renders nothing if unknown. */
export function CallQuality({ quality: { caller, callee } }: Pick<CallDetails, "quality">) {
  const t = useWords(callHistoryMessages);
  if (caller === null && callee === null) return null;
  return (
    <section className={section.section} aria-label={t("callHistory.quality")}>
      <h3 className={section.title}>{t("callHistory.quality")}</h3>
      <div className={section.sides}>
        {caller === null ? null : <Side title={t("callHistory.quality.caller")} side={caller} />}
        {callee === null ? null : <Side title={t("callHistory.quality.callee")} side={callee} />}
      </div>
    </section>
  );
}

const TENTHS = 10;
const rounded = (value: number): number => Math.round(value * TENTHS) / TENTHS;

function Side({ title, side }: { readonly title: string; readonly side: SideQuality }) {
  const t = useWords(callHistoryMessages);
  const formats = useFormats();
  const { phone, codec, jitter_ms, packets_lost, packets_received } = side;
  const expected = packets_received + packets_lost;
  const number = (value: number) => formats.number(rounded(value));
  const loss = phone?.loss_percent ?? (expected === 0 ? 0 : (100 * packets_lost) / expected);
  return (
    <div className={section.side}>
      <p className={section.title}>{title}</p>
      {phone === null ? null : (
        <p className={section.grade} data-grade={gradeOf(phone.mos)}>
          {t(`callHistory.quality.${gradeOf(phone.mos)}`, { mos: number(phone.mos) })}
        </p>
      )}
      <dl className={section.facts}>
        <dt>{t("callHistory.quality.loss")}</dt>
        <dd>{t("callHistory.quality.percent", { value: number(loss) })}</dd>
        <dt>{t("callHistory.quality.jitter")}</dt>
        <dd>{t("callHistory.quality.ms", { value: number(phone?.jitter_ms ?? jitter_ms) })}</dd>
        {phone?.round_trip_ms === null || phone === null ? null : (
          <>
            <dt>{t("callHistory.quality.roundTrip")}</dt>
            <dd>{t("callHistory.quality.ms", { value: number(phone.round_trip_ms) })}</dd>
          </>
        )}
        {codec === null ? null : (
          <>
            <dt>{t("callHistory.quality.codec")}</dt>
            <dd>{codec}</dd>
          </>
        )}
      </dl>
    </div>
  );
}
