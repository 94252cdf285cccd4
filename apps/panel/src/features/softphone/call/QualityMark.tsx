import { IconAntennaBars2, IconAntennaBars4, IconAntennaBars5, IconVolumeOff } from "@callpanel/ui";
import type { CallSnapshot } from "@callpanel/webphone";
import { useWords } from "../../../shared/words/useWords.ts";
import styles from "./QualityMark.module.css";
import { callMessages } from "../call.messages.ts";

const SIGNS = {
  good: IconAntennaBars5,
  fair: IconAntennaBars4,
  poor: IconAntennaBars2,
  silent: IconVolumeOff,
} as const;

const CAUSES = {
  delay: "softphone.quality.delay",
  jitter: "softphone.quality.jitter",
  loss: "softphone.quality.loss",
} as const;

/** The audio quality of the call, and the cause if it is not good. */
export function QualityMark({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const { quality } = call;
  if (!quality) return null;
  const Sign = SIGNS[quality.mark];
  const figures =
    quality.mark === "silent"
      ? undefined
      : [
          t("softphone.quality.mos", { mos: quality.mos.toFixed(1) }),
          quality.roundTripMs === undefined ? "" : t("softphone.quality.roundTrip", { ms: quality.roundTripMs }),
        ]
          .filter(Boolean)
          .join(" · ");
  return (
    <p className={styles.mark} data-quality={quality.mark} aria-live={quality.mark === "silent" ? "polite" : "off"}>
      <Sign size={16} stroke={2} aria-hidden />
      <span className={styles.words} data-tip={figures}>
        {quality.mark === "silent" ? t("softphone.quality.silent") : null}
        {quality.mark === "good" ? t("softphone.quality.good") : null}
        {quality.mark === "fair" || quality.mark === "poor"
          ? t(quality.mark === "fair" ? "softphone.quality.fair" : "softphone.quality.poor", {
              cause: t(CAUSES[quality.cause]),
            })
          : null}
      </span>
    </p>
  );
}
