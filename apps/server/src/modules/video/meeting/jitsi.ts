/** Meetings at a Jitsi installation: the server only says who comes, and what they may do there (docs/spec/video-jitsi.md). */
import type { MeetingEntry } from "@callpanel/contract";
import { SignJWT } from "jose";
import type { Clock } from "../../../kernel/clock.ts";
import type { SecretBox } from "../../../kernel/secrets/secret-box.ts";
import type { StoredVideoRoom } from "../video-room.store.ts";
import type { MeetingPass } from "./meeting-tickets.ts";

export interface JitsiSettings {
  /** `https://live.example.com` */
  readonly origin: string;
  /** HS256, as in Jitsi's `app_secret`. */
  readonly secret: string;
  /** Jitsi's `app_id`. */
  readonly appId: string;
}

export interface JitsiDoor {
  entry(
    room: StoredVideoRoom,
    pass: Pick<MeetingPass, "role" | "name" | "person">,
    /** Absolute; undefined: there is none. */
    avatar: string | undefined,
    may: { readonly shareScreen: boolean; readonly record: boolean },
  ): Promise<Extract<MeetingEntry, { provider: "jitsi" }>>;
}

export interface JitsiDoorDeps {
  readonly jitsi: JitsiSettings;
  readonly box: Pick<SecretBox, "sign">;
  readonly clock: Pick<Clock, "now">;
}

/** JITSI-4: also for the way back after an interruption, so it lasts as long as meetings do. */
const TOKEN_MS = 3 * 3_600_000;
/** Clocks of two machines. */
const EARLY_MS = 60_000;
const PURPOSE = "jitsi rooms";
const NAME_BYTES = 16;

export function createJitsiDoor({ jitsi, box, clock }: JitsiDoorDeps): JitsiDoor {
  const { origin, secret, appId } = jitsi;
  const key = new TextEncoder().encode(secret);
  const { host, hostname } = new URL(origin);
  /** JITSI-3: cannot be guessed, and is another one after the links were renewed. In small letters, as Jitsi has them. */
  const nameOf = ({ key: room, linksVersion }: StoredVideoRoom): string =>
    box
      .sign(JSON.stringify([room, linksVersion]), PURPOSE)
      .subarray(0, NAME_BYTES)
      .toString("hex");

  return {
    entry: async (room, { role, name, person }, avatar, { shareScreen, record }) => {
      const now = clock.now();
      const isAdmin = role === "admin";
      const jwt = await new SignJWT({
        room: nameOf(room),
        // The plugins of Jitsi read one or the other.
        moderator: isAdmin,
        context: {
          user: {
            ...(person === null ? {} : { id: String(person.userId) }),
            name,
            ...(avatar === undefined ? {} : { avatar }),
            affiliation: isAdmin ? "owner" : "member",
            moderator: isAdmin,
            lobby_bypass: isAdmin || person !== null,
          },
          features: {
            "screen-sharing": shareScreen,
            recording: isAdmin && record,
            livestreaming: false,
            "outbound-call": false,
          },
        },
      })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setAudience(appId)
        .setIssuer(appId)
        .setSubject(hostname)
        .setNotBefore(Math.floor((now - EARLY_MS) / 1_000))
        .setExpirationTime(Math.floor(Math.min(room.expiresAt, now + TOKEN_MS) / 1_000))
        .sign(key);
      return {
        provider: "jitsi",
        script: `${origin}/external_api.js`,
        domain: host,
        roomName: nameOf(room),
        jwt,
        room: room.name,
        name,
        role,
        shareScreen,
      };
    },
  };
}
