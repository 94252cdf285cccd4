/** The links into a room: signed, ending with it, and renewed to end them early (docs/spec/video.md, VIDEO-10). */
import { SignJWT } from "jose";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import { tokenDigest } from "../../kernel/secrets/secrets.ts";
import type { StoredVideoRoom, VideoLinkDigests } from "./video-room.store.ts";

/** Who comes by a link: `admin` leads the meeting. */
export type VideoRole = "guest" | "admin";

export interface VideoLink {
  /** As `/v/<secret>`. */
  readonly secret: string;
  /** A JSON Web Token (RFC 7519), HS256. */
  readonly jwt: string;
}

export interface VideoLinks {
  /** What is kept of the links: none can be made from it. */
  digests(key: string, version: number): VideoLinkDigests;
  link(
    room: Pick<StoredVideoRoom, "key" | "linksVersion" | "expiresAt">,
    realm: string,
    role: VideoRole,
  ): Promise<VideoLink>;
}

/** 96 bits: 16 characters of base64url. */
const SECRET_BYTES = 12;
const PURPOSE = "video links";
export const VIDEO_AUDIENCE = "callpanel-video";

export function createVideoLinks({ box }: { readonly box: Pick<SecretBox, "sign"> }): VideoLinks {
  const key = box.sign("jwt", PURPOSE);
  const secretOf = (room: string, version: number, role: VideoRole): string =>
    box
      .sign(JSON.stringify([room, version, role]), PURPOSE)
      .subarray(0, SECRET_BYTES)
      .toString("base64url");
  return {
    digests: (room, version) => ({
      version,
      guest: tokenDigest(secretOf(room, version, "guest")),
      admin: tokenDigest(secretOf(room, version, "admin")),
    }),
    link: async ({ key: room, linksVersion: version, expiresAt }, realm, role) => ({
      secret: secretOf(room, version, role),
      jwt: await new SignJWT({ room, version, moderator: role === "admin" })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setAudience(VIDEO_AUDIENCE)
        .setSubject(realm)
        .setExpirationTime(Math.floor(expiresAt / 1_000))
        .sign(key),
    }),
  };
}
