/** PUBLISH (RFC 3903) of a user's own state: keeps the entity tags, passes the bodies on (rules REG-31 to REG-33). */
import { contentType, event, expires, header, type ServerTransaction } from "@callpanel/sip";
import { PUBLISHED_EVENTS } from "../signalling/capabilities.ts";
import type {
  Clock,
  Directory,
  DirectoryUser,
  Log,
  PhoneEvent,
  Publication,
  PublishOutcome,
} from "@callpanel/phone-port";

export interface Publications {
  publish(transaction: ServerTransaction, user: DirectoryUser): Promise<void>;
}

/** Spec 2 §9. */
const MAX_EXPIRES_SECONDS = 2_592_000;
const DEFAULT_EXPIRES_SECONDS = 3_600;
/** Maximum of entities per user; the oldest is removed first. */
const ENTITIES_PER_USER = 64;
const ETAG_LENGTH = 12;

interface Entity {
  /** Its first tag. */
  readonly publication: string;
  readonly eventPackage: string;
  readonly expiresAt: number;
  /** `known` entities are not reported, and their end is not either. */
  readonly outcome: Exclude<PublishOutcome, "foreign">;
}

export function createPublications(deps: {
  readonly clock: Clock;
  readonly realm: string;
  readonly log: Log;
  readonly directory: Pick<Directory, "published">;
  readonly randomText: (length: number) => string;
  readonly emit: (event: PhoneEvent) => void;
}): Publications {
  const { clock, realm, log, directory, randomText, emit } = deps;
  const users = new Map<number, Map<string, Entity>>();

  /** A lifetime of 30 days is longer than any timer: expired entities are removed when they are next read. */
  const liveEntities = (userId: number): Map<string, Entity> => {
    const entities = users.get(userId) ?? new Map<string, Entity>();
    for (const [tag, { expiresAt }] of entities) if (expiresAt <= clock.now()) entities.delete(tag);
    return entities;
  };
  const report = (published: Publication & { readonly publication: string }, type: string): void =>
    emit({ kind: "published", at: clock.now(), realm, contentType: type, ...published });

  const keep = (userId: number, entities: Map<string, Entity>): void => {
    for (const [tag, { publication, eventPackage, outcome }] of entities) {
      if (entities.size <= ENTITIES_PER_USER) break;
      entities.delete(tag);
      if (outcome !== "known") report({ userId, publication, eventPackage, body: "", expiresSeconds: 0 }, "");
    }
    if (entities.size === 0) users.delete(userId);
    else users.set(userId, entities);
  };

  /** REG-44; undefined: the request was refused. */
  const keptBy = async (transaction: ServerTransaction, publication: Publication) => {
    try {
      const outcome = (await directory.published?.(publication)) ?? "taken";
      if (outcome !== "foreign") return outcome;
      transaction.respond(403, { reason: "Not about you" });
    } catch (error) {
      log.error("what a telephone published could not be kept", { userId: publication.userId, err: error });
      transaction.respond(500);
    }
    return undefined;
  };

  return {
    publish: async (transaction, user) => {
      const { request } = transaction;
      const eventPackage = event(request)?.value ?? "";
      if (!PUBLISHED_EVENTS.some((known) => known === eventPackage)) {
        transaction.respond(489, { headers: [["Allow-Events", PUBLISHED_EVENTS.join(", ")]] });
        return;
      }
      const entities = liveEntities(user.id);
      const tagBefore = header(request, "SIP-If-Match")?.trim();
      const before = tagBefore === undefined ? undefined : entities.get(tagBefore);
      if (tagBefore !== undefined && before?.eventPackage !== eventPackage) {
        transaction.respond(412);
        return;
      }
      if (before === undefined && request.body === "") {
        transaction.respond(400, { reason: "Nothing to publish" });
        return;
      }
      const seconds = Math.min(expires(request) ?? DEFAULT_EXPIRES_SECONDS, MAX_EXPIRES_SECONDS);
      // A refresh (RFC 3903 §4.1) changes only how long it is valid.
      const isNews = request.body !== "" || (seconds === 0 && before?.outcome !== "known");
      const published = { userId: user.id, eventPackage, body: request.body, expiresSeconds: seconds };
      const outcome = isNews ? await keptBy(transaction, published) : (before?.outcome ?? "taken");
      if (outcome === undefined) return;
      // Another request may have been handled meanwhile.
      const now = liveEntities(user.id);
      if (tagBefore !== undefined && !now.delete(tagBefore)) {
        transaction.respond(412);
        return;
      }
      const tag = randomText(ETAG_LENGTH);
      const publication = before?.publication ?? tag;
      if (seconds > 0) now.set(tag, { publication, eventPackage, expiresAt: clock.now() + 1_000 * seconds, outcome });
      keep(user.id, now);
      transaction.respond(200, {
        headers: [
          ["SIP-ETag", tag],
          ["Expires", String(seconds)],
        ],
      });
      if (outcome !== "known") report({ ...published, publication }, contentType(request));
    },
  };
}
