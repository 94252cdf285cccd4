import { Button, IconPlayerPlay, SelectField, Switch } from "@callpanel/ui";
import type { DeviceChoice, MicrophoneMeter, NoiseState, Webphone } from "@callpanel/webphone";
import { useSyncExternalStore } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import type { OnRefusal } from "../parts/PhonePage.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { devicesMessages } from "./devices.messages.ts";
import { LevelMeter } from "./LevelMeter.tsx";
import styles from "./SoundDevices.module.css";

export interface SoundDevicesProps {
  readonly phone: Webphone;
  readonly meter: MicrophoneMeter;
  readonly onRefusal: OnRefusal;
}

/** SET-13: the devices for calls, each with a button to try it. */
export function SoundDevices({ phone, meter, onRefusal }: SoundDevicesProps) {
  const t = useWords(devicesMessages);
  const { devices, noise, ringback } = useSyncExternalStore(phone.subscribe, phone.getSnapshot);
  const { inputs, outputs, chosen, canChooseOutput } = devices;
  const field = (kind: "input" | "output" | "ring", list: readonly DeviceChoice[]) => {
    const { choices, isGone } = choicesOf(list, chosen[kind], {
      byDefault: t("settings.devices.default"),
      gone: t("settings.devices.unknown"),
    });
    const isFixed = kind !== "input" && !canChooseOutput;
    const hint = isFixed ? t("settings.devices.noChoice") : isGone ? t("settings.devices.goneHint") : undefined;
    return (
      <SelectField
        label={t(`settings.devices.${kind}`)}
        value={chosen[kind]}
        choices={choices}
        disabled={isFixed}
        hint={kind === "input" && inputs.length === 0 ? t("settings.devices.unnamed") : hint}
        onChange={(deviceId) => void phone.chooseDevice(kind, deviceId).then(onRefusal)}
      />
    );
  };
  return (
    <SettingsSection title={t("settings.devices.title")} hint={t("settings.devices.hint")}>
      <div className={styles.devices}>
        <div className={styles.device}>
          {field("input", inputs)}
          <LevelMeter meter={meter} deviceId={chosen.input} onOpened={phone.refreshDevices} />
        </div>
        <Switch
          label={t("settings.devices.noise")}
          hint={t(noiseHint(noise))}
          checked={noise !== "off" && noise !== "unsupported"}
          disabled={noise === "unsupported"}
          data-noise={noise}
          onChange={(on) => phone.setNoiseReduction(on ? "on" : "off")}
        />
        <div className={styles.device}>
          {field("output", outputs)}
          <Button className={styles.try} icon={IconPlayerPlay} onClick={() => phone.testSound("output")}>
            {t("settings.devices.tryOutput")}
          </Button>
        </div>
        <div className={styles.device}>
          {field("ring", outputs)}
          <Button className={styles.try} icon={IconPlayerPlay} onClick={() => phone.testSound("ring")}>
            {t("settings.devices.tryRing")}
          </Button>
        </div>
        <Switch
          label={t("settings.devices.ringback")}
          hint={t("settings.devices.ringbackHint")}
          checked={ringback === "own"}
          onChange={(own) => phone.setRingback(own ? "own" : "network")}
        />
      </div>
    </SettingsSection>
  );
}

/** NOISE-6: what the switch does, or why it does not. */
function noiseHint(noise: NoiseState) {
  switch (noise) {
    case "unsupported":
      return "settings.devices.noiseUnsupported";
    case "blocked":
      return "settings.devices.noiseBlocked";
    case "slow":
      return "settings.devices.noiseSlow";
    default:
      return "settings.devices.noiseHint";
  }
}

/** The default first; a chosen device that is missing stays in the list, so that it is used again when it is back. */
function choicesOf(
  devices: readonly DeviceChoice[],
  chosen: string,
  words: { readonly byDefault: string; readonly gone: string },
) {
  // The browser's own ids for the default device.
  const there = devices.filter(({ deviceId }) => deviceId !== "default" && deviceId !== "communications");
  const isGone = chosen !== "" && there.every(({ deviceId }) => deviceId !== chosen);
  return {
    isGone,
    choices: [
      { value: "", label: words.byDefault },
      ...there.map(({ deviceId, label }) => ({ value: deviceId, label })),
      ...(isGone ? [{ value: chosen, label: words.gone }] : []),
    ],
  };
}
