import { Checkbox, SelectField } from "@callpanel/ui";
import type { Capture, CaptureState, DeviceName, NoiseState } from "@callpanel/meeting";
import { useWords } from "../../../shared/words/useWords.ts";
import { roomMessages } from "./room.messages.ts";

interface DeviceFieldsProps {
  readonly capture: Capture;
  readonly state: CaptureState;
}

/** Microphone, camera and, where the browser can choose it, speaker. */
export function DeviceFields({ capture, state }: DeviceFieldsProps) {
  const t = useWords(roomMessages);
  const hint = noiseHint(state.noise);
  const choices = (names: readonly DeviceName[]) => [
    { value: "", label: t("room.systemChoice") },
    ...names.map(({ id, label }) => ({ value: id, label })),
  ];
  return (
    <>
      <SelectField
        label={t("room.deviceMicrophone")}
        choices={choices(state.microphones)}
        value={state.microphone.device}
        onChange={(device) => void capture.choose("microphone", device)}
      />
      <Checkbox
        label={t("room.noise")}
        hint={hint && t(hint)}
        checked={state.noise !== "off" && state.noise !== "unsupported"}
        disabled={state.noise === "unsupported"}
        data-noise={state.noise}
        onChange={(on) => capture.reduceNoise(on)}
      />
      <SelectField
        label={t("room.deviceCamera")}
        choices={choices(state.cameras)}
        value={state.camera.device}
        onChange={(device) => void capture.choose("camera", device)}
      />
      {"setSinkId" in HTMLMediaElement.prototype && state.speakers.length > 0 ? (
        <SelectField
          label={t("room.deviceSpeaker")}
          choices={choices(state.speakers)}
          value={state.speaker}
          onChange={(device) => void capture.choose("speaker", device)}
        />
      ) : null}
      {state.blur === null ? null : (
        <Checkbox label={t("room.blur")} checked={state.blur} onChange={(on) => void capture.blurBackground(on)} />
      )}
    </>
  );
}

/** NOISE-7: why noise is not reduced. */
function noiseHint(noise: NoiseState) {
  switch (noise) {
    case "unsupported":
      return "room.noiseUnsupported";
    case "blocked":
      return "room.noiseBlocked";
    case "slow":
      return "room.noiseSlow";
    default:
      return undefined;
  }
}
