import { DEFAULT_COUNTRY } from "@callpanel/contract";
import { Slider } from "@callpanel/ui";
import type { Webphone } from "@callpanel/webphone";
import { useSyncExternalStore } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { regionName } from "../../../shared/words/regionName.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { PhonePage } from "../parts/PhonePage.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { softphoneSettingsMessages } from "./softphoneSettings.messages.ts";
import styles from "./SoftphonePage.module.css";

/** SET-15: how loud the phone is, and what it shows. */
export function SoftphonePage() {
  return (
    <>
      <PhonePage>{({ phone }) => <Volumes phone={phone} />}</PhonePage>
      <Country />
    </>
  );
}

export function Volumes({ phone }: { readonly phone: Webphone }) {
  const t = useWords(softphoneSettingsMessages);
  const { volume, ringVolume } = useSyncExternalStore(phone.subscribe, phone.getSnapshot);
  return (
    <SettingsSection title={t("settings.softphone.volumes")} hint={t("settings.softphone.volumesHint")}>
      <VolumeLine label={t("settings.softphone.ringing")} volume={ringVolume} onChange={phone.setRingVolume} />
      <VolumeLine label={t("settings.softphone.call")} volume={volume} onChange={phone.setVolume} />
    </SettingsSection>
  );
}

interface VolumeLineProps {
  readonly label: string;
  /** 0 to 1. */
  readonly volume: number;
  readonly onChange: (volume: number) => void;
}

function VolumeLine({ label, volume, onChange }: VolumeLineProps) {
  const percent = Math.round(volume * 100);
  return (
    <div className={styles.volume}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Slider
        className={styles.slider ?? ""}
        aria-label={label}
        min={0}
        max={100}
        step={1}
        value={percent}
        onChange={(value) => onChange(value / 100)}
      />
      <span className={styles.percent} aria-hidden="true">
        {percent}
      </span>
    </div>
  );
}

/** From the phone system's settings, for contacts and numbers. */
function Country() {
  const t = useWords(softphoneSettingsMessages);
  const { locale } = useLocaleWords();
  const country = usePanel().viewer.sip?.country ?? DEFAULT_COUNTRY;
  return (
    <SettingsSection title={t("settings.softphone.numbers")}>
      <dl>
        <dt className={styles.label}>{t("settings.softphone.country")}</dt>
        <dd>{regionName(country, locale)}</dd>
      </dl>
      <p className={styles.note}>{t("settings.softphone.countryHint")}</p>
    </SettingsSection>
  );
}
