/** Tells the members of a room who joins and leaves, each in place of what they hear (rule CONF-29). */
import type { Clock, Log, MaybePromise, RoomParts, RoomSettings } from "@callpanel/phone-port";
import { whenReady } from "../../when-ready.ts";
import type { Leg } from "../leg/leg.port.ts";
import { createPlaylist, type Playlist, type Sound } from "../services/ivr/playlist.ts";
import { words, wordsFile } from "../services/ivr/words.ts";
import type { RoomStay } from "../rooms/room.ts";

interface AnnouncerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly parts: RoomParts;
}

/** A member who can be told something. */
interface Listener {
  readonly leg: Leg;
  readonly stay: RoomStay;
  readonly language: RoomSettings["language"];
  /** False while they hear their menu, or wait. */
  readonly isFree: () => boolean;
}

export interface Announcer {
  /** From now on this member hears them. @returns a function that ends it */
  add(room: string, listener: Listener): () => void;
  /** Tells the other members. */
  tell(room: string, leg: Leg, what: "joined" | "left"): void;
}

export function createAnnouncer({ clock, log, parts }: AnnouncerDeps): Announcer {
  const rooms = new Map<string, Map<Listener, Teller>>();

  const nameOf = (leg: Leg): MaybePromise<string | undefined> =>
    leg.party.userId === undefined ? undefined : parts.book.recordedName(leg.party.userId);

  return {
    add: (room, listener) => {
      const listeners = rooms.get(room) ?? new Map<Listener, Teller>();
      const teller = createTeller(listener, { clock, log, folder: parts.promptsFolder });
      rooms.set(room, listeners.set(listener, teller));
      return () => {
        teller.stop();
        listeners.delete(listener);
        if (listeners.size === 0 && rooms.get(room) === listeners) rooms.delete(room);
      };
    },
    tell: (room, leg, what) => {
      void whenReady(nameOf(leg), (path) => {
        const sounds: readonly Sound[] =
          path === undefined
            ? words(`conference-someone-${what}`)
            : [{ kind: "file", path }, ...words(`conference-${what}`)];
        for (const [listener, teller] of rooms.get(room) ?? []) if (listener.leg !== leg) teller.say(sounds);
      });
    },
  };
}

interface Teller {
  say(sounds: readonly Sound[]): void;
  stop(): void;
}

function createTeller(
  { leg, stay, language, isFree }: Listener,
  { clock, log, folder }: { readonly clock: Clock; readonly log: Log; readonly folder: string },
): Teller {
  const waiting: (readonly Sound[])[] = [];
  let playlist: Playlist | undefined;

  const next = (): void => {
    const sounds = isFree() ? waiting.shift() : undefined;
    if (sounds !== undefined) return playlist?.play(sounds, next);
    end();
    stay.listen(true);
  };
  const end = (): void => {
    waiting.length = 0;
    playlist?.close();
    playlist = undefined;
  };

  return {
    say: (sounds) => {
      if (!isFree()) return;
      waiting.push(sounds);
      if (playlist !== undefined) return;
      stay.listen(false);
      playlist = createPlaylist({
        clock,
        leg,
        spoken: (key) => wordsFile(folder, language, key),
        failed: (path, why) => log.warn("a sound could not be played", { path, error: why }),
      });
      next();
    },
    stop: end,
  };
}
