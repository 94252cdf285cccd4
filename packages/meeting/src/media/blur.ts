/** The background of the user's own picture, blurred by the browser (VCLIENT-16). */

export interface Blur {
  /** As the person wants it. */
  readonly wanted: boolean;
  /** Before the first picture of a camera is sent; from then on listeners are notified of its changes. */
  prepare(track: MediaStreamTrack): Promise<void>;
  /** Null: the camera is off. */
  set(on: boolean, track: MediaStreamTrack | null): Promise<void>;
}

/** Of Media Capture and Streams Extensions; browsers without it have neither. */
interface BlurConstraints extends MediaTrackConstraints {
  readonly backgroundBlur: boolean;
}

/** @param tell called with whether a track is blurred; null: it cannot be */
export function createBlur(first: boolean, tell: (track: MediaStreamTrack, isBlurred: boolean | null) => void): Blur {
  let wanted = first;
  const apply = async (track: MediaStreamTrack): Promise<void> => {
    const now = blurOf(track);
    const constraints: BlurConstraints = { backgroundBlur: wanted };
    if (now !== null && now !== wanted) await track.applyConstraints(constraints).catch(() => undefined);
  };
  return {
    get wanted() {
      return wanted;
    },
    async prepare(track) {
      await apply(track);
      // The system has a switch of its own for it.
      track.addEventListener("configurationchange", () => tell(track, blurOf(track)));
    },
    async set(on, track) {
      wanted = on;
      if (track === null) return;
      await apply(track);
      tell(track, blurOf(track));
    },
  };
}

const fieldOf = (value: object, name: string): unknown => new Map<string, unknown>(Object.entries(value)).get(name);

/** Null: this browser cannot blur this camera. */
export function blurOf(track: MediaStreamTrack): boolean | null {
  const can = fieldOf(track.getCapabilities?.() ?? {}, "backgroundBlur");
  if (!Array.isArray(can) || !can.includes(true)) return null;
  return fieldOf(track.getSettings(), "backgroundBlur") === true;
}
