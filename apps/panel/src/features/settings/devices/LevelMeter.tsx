import { Button, IconMicrophone, IconPlayerStop } from "@callpanel/ui";
import type { MeterReading, MicrophoneMeter } from "@callpanel/webphone";
import { useEffect, useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { ErrorLine } from "../parts/ErrorLine.tsx";
import { devicesMessages } from "./devices.messages.ts";
import { FLOOR_DB, shareOf, wordOf } from "./level.model.ts";
import styles from "./LevelMeter.module.css";

export interface LevelMeterProps {
  readonly meter: MicrophoneMeter;
  readonly deviceId: string;
  /** The browser lets the microphone be used: it names the devices now. */
  readonly onOpened: () => Promise<void>;
}

/** SET-13: how loud the chosen microphone is, while it is tried. */
export function LevelMeter({ meter, deviceId, onOpened }: LevelMeterProps) {
  const t = useWords(devicesMessages);
  const [trying, setTrying] = useState(false);
  const [reading, setReading] = useState<MeterReading | null>(null);
  const isOpen = reading?.kind === "level";
  useEffect(() => {
    if (!trying) return undefined;
    const stop = meter.start(deviceId, setReading);
    return () => {
      stop();
      setReading(null);
    };
  }, [trying, deviceId, meter]);
  useEffect(() => {
    if (isOpen) void onOpened();
  }, [isOpen, onOpened]);
  return (
    <div className={styles.meter}>
      <Button
        icon={trying ? IconPlayerStop : IconMicrophone}
        aria-pressed={trying}
        className={styles.button}
        onClick={() => setTrying(!trying)}
      >
        {t(trying ? "settings.devices.stopInput" : "settings.devices.tryInput")}
      </Button>
      {reading?.kind === "level" ? (
        <>
          <div
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a meter element cannot be drawn the same in all browsers
            role="meter"
            className={styles.bar}
            aria-label={t("settings.devices.level")}
            aria-valuemin={FLOOR_DB}
            aria-valuemax={0}
            aria-valuenow={Math.round(Math.max(FLOOR_DB, reading.levelDb))}
            aria-valuetext={t(`settings.devices.${wordOf(reading.levelDb)}`)}
            data-level={wordOf(reading.levelDb)}
          >
            <span className={styles.fill} style={{ width: `${shareOf(reading.levelDb) * 100}%` }} />
          </div>
          <p className={styles.word}>{t(`settings.devices.${wordOf(reading.levelDb)}`)}</p>
        </>
      ) : null}
      {reading?.kind === "fault" ? <ErrorLine text={t(`settings.devices.fault.${reading.fault}`)} /> : null}
    </div>
  );
}
