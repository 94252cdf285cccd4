/** Opening the microphone for a call, with refusals as values. */
import type { PanelErrorCode } from "@callpanel/contract";
import type { MicrophoneFault, Microphones } from "../ports/microphone.port.ts";
import { MicrophoneError } from "../ports/microphone.port.ts";
import type { Refusal } from "./refusal.ts";
import { refused } from "./refusal.ts";

const CODES: Readonly<Record<MicrophoneFault, PanelErrorCode>> = {
  "not-found": "sipua.error.micNotFound",
  denied: "sipua.error.micDenied",
  failed: "sipua.error.media",
};

/** The stream, or the refusal that says what is wrong with the microphone. */
export async function openMicrophone(
  microphones: Microphones,
  deviceId: string,
): Promise<{ readonly ok: true; readonly stream: MediaStream } | Refusal> {
  try {
    return { ok: true, stream: await microphones.open(deviceId) };
  } catch (error) {
    return refused(CODES[error instanceof MicrophoneError ? error.fault : "failed"]);
  }
}
