/** Says to the members of a room who joins and leaves, and that they are recorded, over what they hear (rule CONF-29). */
import type { Clock, Log, MaybePromise, RoomParts } from "@callpanel/phone-port";
import type { InnerPort } from "@callpanel/media";
import { whenReady } from "../../when-ready.ts";
import type { SpokenKey } from "../../spoken/spoken.ts";
import type { Leg } from "../leg/leg.port.ts";
import { createPlaylist, type Playlist, type Sound } from "../services/ivr/playlist.ts";
import { words, wordsFile } from "../services/ivr/words.ts";
import type { Room } from "../rooms/room.ts";

interface AnnouncerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly parts: RoomParts;
}

export interface Announcer {
  /** Announces it to the other members. `name`: a file with the recorded name of a person who has no mailbox. */
  tell(room: Room, leg: Leg, told: { readonly what: "joined" | "left"; readonly name?: string | undefined }): void;
  say(room: Room, key: SpokenKey, except: Leg | undefined): void;
  /** Calls this when all has been said so far, or nobody is left to hear it. */
  after(room: Room, then: () => void): void;
}

export function createAnnouncer({ clock, log, parts }: AnnouncerDeps): Announcer {
  const announcers = new WeakMap<Room, RoomAnnouncer>();

  const nameOf = (leg: Leg): MaybePromise<string | undefined> =>
    leg.party.userId === undefined ? undefined : parts.book.recordedName(leg.party.userId);

  const announcerOf = (room: Room): RoomAnnouncer => {
    const announcer =
      announcers.get(room) ??
      createRoomAnnouncer(room, {
        clock,
        spoken: (key) => wordsFile(parts.promptsFolder, room.language, key),
        failed: (path, why) => log.warn("a sound could not be played", { path, error: why }),
      });
    announcers.set(room, announcer);
    return announcer;
  };
  const add = (room: Room, said: Said): void => announcerOf(room).add(said);

  return {
    tell: (room, leg, { what, name }) => {
      void whenReady(name ?? nameOf(leg), (path) =>
        add(room, {
          except: leg,
          sounds:
            path === undefined
              ? words(`conference-someone-${what}`)
              : [{ kind: "file", path }, ...words(`conference-${what}`)],
        }),
      );
    },
    say: (room, key, except) => add(room, { except, sounds: words(key) }),
    after: (room, then) => add(room, { except: undefined, sounds: [], said: then }),
  };
}

interface Said {
  readonly sounds: readonly Sound[];
  readonly except: Leg | undefined;
  readonly said?: () => void;
}

interface RoomAnnouncer {
  add(said: Said): void;
}

type RoomAnnouncerParts = Pick<Parameters<typeof createPlaylist>[0], "clock" | "failed" | "spoken">;

/** Says one thing after the other, through the room's own port. */
function createRoomAnnouncer(room: Room, parts: RoomAnnouncerParts): RoomAnnouncer {
  const waiting: Said[] = [];
  let current: { readonly port: InnerPort; readonly playlist: Playlist } | undefined;

  const end = (): void => {
    if (current === undefined) return;
    current.playlist.close();
    current.port.say({ kind: "none" });
    current = undefined;
    room.air(undefined);
  };

  const open = (port: InnerPort): Playlist => {
    const speaker = { hear: port.say, subscribe: port.subscribe };
    const playlist = createPlaylist({ ...parts, leg: { port: speaker, connected: true } });
    current = { port, playlist };
    port.subscribe(({ kind }) => {
      if (kind === "failed" && current?.port === port) finish();
    });
    return playlist;
  };

  /** No member hears the rest. */
  const finish = (): void => {
    end();
    for (const { said } of waiting.splice(0)) said?.();
  };

  const isHeard = ({ sounds, except }: Said): boolean =>
    sounds.length > 0 && room.members.some(({ legId, waiting: waits }) => !waits && legId !== except?.id);

  const next = (): void => {
    while (waiting[0] !== undefined && !isHeard(waiting[0])) waiting.shift()?.said?.();
    const first = waiting[0];
    if (first === undefined) return end();
    const port = room.inner;
    if (port === undefined) return finish();
    const playlist = current?.playlist ?? open(port);
    room.air({ except: first.except });
    playlist.play(first.sounds, () => {
      waiting.shift();
      first.said?.();
      next();
    });
  };

  return {
    add: (said) => {
      waiting.push(said);
      if (room.members.length === 0) finish();
      else if (current === undefined) next();
    },
  };
}
