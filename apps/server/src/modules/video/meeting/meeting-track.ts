/** The recording of one meeting while it runs: what it hears, and who comes and goes (VREC-2). */
import type { Participant } from "@callpanel/contract";
import type { MediaVoice } from "@callpanel/media";
import type { Log } from "../../../kernel/log.ts";
import type { MeetingRecording } from "../../recordings/index.ts";

interface TrackParts {
  readonly begun: () => void;
  /** It cannot be recorded. */
  readonly lost: () => void;
  readonly log: Log;
}

export class MeetingTrack {
  #recording: MeetingRecording | undefined;
  #isStopped = false;
  #present: readonly Pick<Participant, "id" | "name">[] = [];
  /** Names by id, as they were marked. */
  readonly #marked = new Map<string, string>();

  /** `beginning`: undefined where it cannot be recorded. */
  constructor(beginning: Promise<MeetingRecording | undefined>, { begun, lost, log }: TrackParts) {
    beginning
      .then((recording) => {
        if (recording === undefined) return lost();
        if (this.#isStopped) return recording.stop();
        this.#recording = recording;
        this.follow(this.#present);
        return begun();
      })
      .catch((error: unknown) => {
        log.error("a meeting could not be recorded", { err: error });
        lost();
      });
  }

  hear(voices: readonly MediaVoice[]): void {
    this.#recording?.hear(voices);
  }

  follow(present: readonly Pick<Participant, "id" | "name">[]): void {
    this.#present = present;
    if (this.#recording === undefined) return;
    for (const { id, name } of present) {
      if (this.#marked.has(id)) continue;
      this.#marked.set(id, name);
      this.#recording.mark({ kind: "came", name });
    }
    for (const [id, name] of this.#marked) {
      if (present.some((one) => one.id === id)) continue;
      this.#marked.delete(id);
      this.#recording.mark({ kind: "left", name });
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#recording?.stop();
  }
}
