import { IconHeadset, SelectField, StatePanel } from "@callpanel/ui";
import type { DeviceChoice, Webphone } from "@callpanel/webphone";
import { useSyncExternalStore } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useTellFailure } from "../rows.ts";
import { devicesMessages } from "./devices.messages.ts";

/** The devices of this browser's phone (spec 1 §3, media devices). */
export function DevicesPage() {
  const t = useWords(devicesMessages);
  const slot = useSnapshot(usePanel().softphone);
  if (slot.kind !== "ready")
    return (
      <StatePanel icon={IconHeadset} title={t("settings.devices.noPhone")} text={t("settings.devices.noPhoneText")} />
    );
  return <SoundDevices phone={slot.softphone.phone} />;
}

function SoundDevices({ phone }: { readonly phone: Webphone }) {
  const t = useWords(devicesMessages);
  const tellFailure = useTellFailure();
  const { inputs, outputs, chosen, canChooseOutput } = useSyncExternalStore(phone.subscribe, phone.getSnapshot).devices;
  const field = (kind: "input" | "output" | "ring", devices: readonly DeviceChoice[]) => (
    <SelectField
      label={t(`settings.devices.${kind}`)}
      value={chosen[kind]}
      choices={choicesOf(devices, chosen[kind], {
        byDefault: t("settings.devices.default"),
        gone: t("settings.devices.unknown"),
      })}
      disabled={kind !== "input" && !canChooseOutput}
      hint={kind === "output" && !canChooseOutput ? t("settings.devices.noChoice") : undefined}
      onChange={(deviceId) =>
        void phone.chooseDevice(kind, deviceId).then((result) => {
          if (!result.ok) tellFailure(null, result.code);
        })
      }
    />
  );
  return (
    <SettingsSection title={t("settings.devices.title")} hint={t("settings.devices.hint")}>
      {field("input", inputs)}
      {field("output", outputs)}
      {field("ring", outputs)}
    </SettingsSection>
  );
}

/** The default first; a chosen device that is not there stays in the list, so that it is used again when it is back. */
function choicesOf(
  devices: readonly DeviceChoice[],
  chosen: string,
  words: { readonly byDefault: string; readonly gone: string },
) {
  const there = devices
    .filter(({ deviceId }) => deviceId !== "default" && deviceId !== "communications")
    .map(({ deviceId, label }) => ({ value: deviceId, label }));
  const isGone = chosen !== "" && there.every(({ value }) => value !== chosen);
  return [{ value: "", label: words.byDefault }, ...there, ...(isGone ? [{ value: chosen, label: words.gone }] : [])];
}
