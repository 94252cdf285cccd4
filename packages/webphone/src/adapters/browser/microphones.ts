/** The browser's microphones and device list. */
import type { DeviceChoice } from "../../webphone.ts";
import type { MicrophoneFault, Microphones } from "../../ports/microphone.port.ts";
import { MicrophoneError } from "../../ports/microphone.port.ts";

/** `processing` is what the browser does to the sound; by default echo cancellation, noise suppression and gain control. */
export function createMicrophones(processing: MediaTrackConstraints = {}): Microphones {
  // Undefined on a page that is not a secure context, contrary to the types.
  const devices: MediaDevices | undefined = globalThis.navigator?.mediaDevices;
  const supported = devices !== undefined && typeof globalThis.RTCPeerConnection === "function";

  const capture = async (deviceId: string): Promise<MediaStream> => {
    if (!devices) throw new MicrophoneError("failed");
    const chosen = deviceId === "" ? {} : { deviceId: { exact: deviceId } };
    return devices.getUserMedia({ audio: { ...processing, ...chosen }, video: false });
  };
  return {
    supported,
    list: async () => {
      const all = (await devices?.enumerateDevices().catch(() => [])) ?? []; // forbidden by a policy: the default ones
      return { inputs: choices(all, "audioinput"), outputs: choices(all, "audiooutput") };
    },
    open: async (deviceId) => {
      try {
        return await capture(deviceId);
      } catch (error) {
        if (deviceId === "" || faultOf(error) === "denied") throw new MicrophoneError(faultOf(error), { cause: error });
      }
      try {
        return await capture("");
      } catch (error) {
        throw new MicrophoneError(faultOf(error), { cause: error });
      }
    },
    close: (stream) => {
      for (const track of stream.getTracks()) track.stop();
    },
    sourceOf: (stream) => {
      const [track] = stream.getAudioTracks();
      return track?.readyState === "live" ? (track.getSettings().deviceId ?? "") : undefined;
    },
    onDeviceChange: (listener) => {
      devices?.addEventListener("devicechange", listener);
      return () => devices?.removeEventListener("devicechange", listener);
    },
  };
}

function choices(all: readonly MediaDeviceInfo[], kind: MediaDeviceKind): readonly DeviceChoice[] {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== "") // without permission there are no ids
    .map(({ deviceId, label }) => ({ deviceId, label }));
}

/** Names of Media Capture and Streams §10.2, getUserMedia. */
function faultOf(error: unknown): MicrophoneFault {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "not-found" : "failed";
}
