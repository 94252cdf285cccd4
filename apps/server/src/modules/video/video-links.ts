/** The links into a room: signed, ending with it, and renewed to end them early (docs/spec/video.md, VIDEO-10). */
import { jwtVerify, SignJWT } from "jose";
import * as z from "zod/mini";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import { tokenDigest } from "../../kernel/secrets/secrets.ts";
import type { StoredVideoRoom, VideoLinkDigests } from "./video-room.store.ts";

/** A person who comes by a link: `admin` leads the meeting. */
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
    room: Pick<StoredVideoRoom, "key" | "linksVersion" | "adminLinkVersion" | "expiresAt">,
    realm: string,
    role: VideoRole,
  ): Promise<VideoLink>;
  /** What a link says, secret or JWT; undefined: it was not made here. */
  read(link: string): Promise<ReadVideoLink | undefined>;
}

export interface ReadVideoLink {
  /** Of the secret; the store knows its room. */
  readonly digest: string;
  /** The end that a JWT has of its own; ms since the epoch. */
  readonly endsAt: number | undefined;
}

/** The version of the link of a role. */
export const linkVersionOf = (
  { linksVersion, adminLinkVersion }: Pick<StoredVideoRoom, "linksVersion" | "adminLinkVersion">,
  role: VideoRole,
): number => (role === "admin" ? adminLinkVersion : linksVersion);

/** 96 bits: 16 characters of base64url. */
const SECRET_BYTES = 12;
const PURPOSE = "video links";
export const VIDEO_AUDIENCE = "callpanel-video";
const claimsSchema = z.object({ room: z.string(), version: z.number(), moderator: z.boolean(), exp: z.number() });

export function createVideoLinks({ box }: { readonly box: Pick<SecretBox, "sign"> }): VideoLinks {
  const key = box.sign("jwt", PURPOSE);
  const secretOf = (room: string, version: number, role: VideoRole): string =>
    box
      .sign(JSON.stringify([room, version, role]), PURPOSE)
      .subarray(0, SECRET_BYTES)
      .toString("base64url");
  const digestOf = (room: string, version: number, role: VideoRole) => tokenDigest(secretOf(room, version, role));
  const readJwt = async (jwt: string): Promise<ReadVideoLink | undefined> => {
    try {
      // The reader distinguishes its end from a wrong signature.
      const options = { audience: VIDEO_AUDIENCE, algorithms: ["HS256"], currentDate: new Date(0) };
      const { room, version, moderator, exp } = z.parse(claimsSchema, (await jwtVerify(jwt, key, options)).payload);
      return { digest: digestOf(room, version, moderator ? "admin" : "guest"), endsAt: exp * 1_000 };
    } catch {
      return undefined;
    }
  };
  return {
    read: async (link) => (link.includes(".") ? readJwt(link) : { digest: tokenDigest(link), endsAt: undefined }),
    digests: (room, version) => ({
      version,
      guest: digestOf(room, version, "guest"),
      admin: digestOf(room, version, "admin"),
    }),
    link: async (room, realm, role) => ({
      secret: secretOf(room.key, linkVersionOf(room, role), role),
      jwt: await new SignJWT({
        room: room.key,
        version: linkVersionOf(room, role),
        moderator: role === "admin",
      })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setAudience(VIDEO_AUDIENCE)
        .setSubject(realm)
        .setExpirationTime(Math.floor(room.expiresAt / 1_000))
        .sign(key),
    }),
  };
}
