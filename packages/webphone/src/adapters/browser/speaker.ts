/** One output device for tones: straight through on the default device, through an audio element on another. */

export interface Speaker {
  readonly input: AudioNode;
  /** Rejects when the device is gone. */
  use(deviceId: string): Promise<void>;
  close(): void;
}

/** Whether this browser can play on a chosen device. */
export const canChooseOutput = (): boolean =>
  typeof HTMLMediaElement === "function" && "setSinkId" in HTMLMediaElement.prototype;

/** Sends an element's sound to the device; does nothing where the browser cannot. */
export async function routeElement(element: HTMLAudioElement, deviceId: string): Promise<void> {
  if (canChooseOutput() && element.sinkId !== deviceId) await element.setSinkId(deviceId);
}

export function createSpeaker(context: AudioContext): Speaker {
  const input = new GainNode(context);
  let element: HTMLAudioElement | undefined;
  input.connect(context.destination);

  const straight = (): void => {
    element?.pause();
    element = undefined;
    input.disconnect();
    input.connect(context.destination);
  };
  return {
    input,
    use: async (deviceId) => {
      if (deviceId === "" || !canChooseOutput()) return straight();
      const through = new MediaStreamAudioDestinationNode(context);
      const player = new Audio();
      player.srcObject = through.stream;
      await routeElement(player, deviceId);
      straight();
      input.disconnect();
      input.connect(through);
      element = player;
      await player.play();
    },
    close: () => {
      straight();
      input.disconnect();
    },
  };
}
