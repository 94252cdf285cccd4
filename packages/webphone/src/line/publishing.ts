/**
 * Says by PUBLISH how the person wants to be reached (docs/spec/publishing.md): at each registration, at each change, and
 * again before it runs out. One event state for each subject, kept by its entity tag, which outlives the page.
 */
import type { PanelErrorCode } from "@callpanel/contract";
import { messageOf } from "../calls/refusal.ts";
import type { Publisher, Subject } from "../model/publication.ts";
import { publicationOf, SUBJECTS } from "../model/publication.ts";
import type { Clock } from "../ports/clock.port.ts";
import { PublishError } from "../ports/user-agent.port.ts";
import type { Publication, Published, UserAgent } from "../ports/user-agent.port.ts";
import type { KeyValueStore, PersonSettings } from "../webphone.ts";

/** Signing out waits so long for what was published to be withdrawn. */
export const WITHDRAW_WAIT_MS = 2_000;
/** Refreshed after half of its time, but never sooner than this. */
const REFRESH_AT_LEAST_MS = 30_000;
const PRECONDITION_FAILED = 412;

const CODES: Readonly<Record<Subject, PanelErrorCode>> = {
  presence: "sipua.error.publishDnd",
  dnd: "sipua.error.publishDnd",
  forward: "sipua.error.publishForward",
  followme: "sipua.error.publishFollowMe",
};

export interface Publishing {
  /** The settings from now on. */
  set(settings: PersonSettings): void;
  /** The phone is registered. */
  lineReady(): void;
  /**
   * Publishes nothing more before the next registration. `withdraw` withdraws what was published, for at most 2 s; `keep` leaves
   * it to the next page that has the phone. Undefined: there is nothing to wait for.
   */
  end(how: "withdraw" | "keep"): Promise<void> | undefined;
}

export interface PublishingDeps extends Publisher {
  /** The registered user agent. */
  readonly agent: () => UserAgent | undefined;
  readonly clock: Clock;
  readonly storage: KeyValueStore;
  readonly onFailure: (code: PanelErrorCode, message: string) => void;
}

export function createPublishing(deps: PublishingDeps): Publishing {
  const states = SUBJECTS.map((subject) => createEventState(subject, deps));
  return {
    set: (settings) => {
      for (const state of states) state.want(publicationOf(state.subject, settings, deps));
    },
    lineReady: () => {
      for (const state of states) state.lineReady();
    },
    end: (how) => {
      for (const state of states) state.pause();
      if (how === "keep") return undefined;
      const withdrawn = states.map((state) => state.withdraw()).filter((one) => one !== undefined);
      if (withdrawn.length === 0) return undefined;
      return new Promise<void>((resolve) => {
        const cancel = deps.clock.setTimeout(resolve, WITHDRAW_WAIT_MS);
        void Promise.allSettled(withdrawn).then(() => (cancel(), resolve()));
      });
    },
  };
}

function createEventState(subject: Subject, { agent, clock, storage, onFailure }: PublishingDeps) {
  const kept = createKept(storage, `publication.${subject}`);
  let wanted: Publication | undefined;
  /** The body that the phone system took last since this phone is registered. */
  let said: string | undefined;
  /** A body that was refused is not sent again before the next registration. */
  let refusedBody: string | undefined;
  let phase: "idle" | "sending" | "withdrawn" = "idle";
  let isTold = false;
  let cancelRefresh = (): void => undefined;

  const taken = ({ tag, expiresSeconds }: Published, body: string): void => {
    said = body;
    refusedBody = undefined;
    isTold = false;
    kept.set(tag, body);
    cancelRefresh();
    cancelRefresh = clock.setTimeout(renew, Math.max(REFRESH_AT_LEAST_MS, expiresSeconds * 500));
  };
  const publish = async (via: UserAgent, publication: Publication): Promise<void> => {
    const before = kept.get();
    if (before === undefined) return taken(await via.publish(publication), publication.body);
    const body = before.body === publication.body ? "" : publication.body;
    try {
      taken(await via.publish({ ...publication, body, ifMatch: before.tag }), publication.body);
    } catch (error) {
      if (!(error instanceof PublishError) || error.statusCode !== PRECONDITION_FAILED) throw error;
      // RFC 3903 §4.4: what stood there is gone; it is said as for the first time.
      taken(await via.publish(publication), publication.body);
    }
  };
  const send = async (): Promise<void> => {
    const via = agent();
    if (via === undefined || wanted === undefined || phase !== "idle") return;
    const publication = wanted;
    if (publication.body === said || publication.body === refusedBody) return;
    phase = "sending";
    try {
      await publish(via, publication);
    } catch (error) {
      refusedBody = publication.body;
      // A line that is lost says so itself, and what is wanted is said when it is back.
      if (agent() !== undefined && !isTold) {
        isTold = true;
        onFailure(CODES[subject], messageOf(error));
      }
    }
    if (!isSending()) return;
    phase = "idle";
    await send(); // what has changed meanwhile
  };
  const isSending = (): boolean => phase === "sending";
  const renew = (): void => {
    if (phase === "withdrawn") phase = "idle";
    said = undefined;
    refusedBody = undefined;
    void send();
  };
  return {
    subject,
    want: (publication: Publication | undefined): void => {
      wanted = publication;
      void send();
    },
    lineReady: renew,
    pause: (): void => {
      phase = "withdrawn";
      cancelRefresh();
    },
    /** Undefined where there is nothing to withdraw. */
    withdraw: (): Promise<unknown> | undefined => {
      const [via, before, publication] = [agent(), kept.get(), wanted];
      if (publication === undefined || before === undefined || via === undefined) return undefined;
      kept.set(undefined, "");
      return via.publish({ ...publication, expiresSeconds: 0, body: "", ifMatch: before.tag });
    },
  };
}

/** What the phone system holds of this phone's, by its entity tag: the next page goes on with it. */
function createKept(storage: KeyValueStore, key: string) {
  return {
    get: (): { readonly tag: string; readonly body: string } | undefined => {
      const text = storage.get(key) ?? "";
      const end = text.indexOf("\n");
      return end <= 0 ? undefined : { tag: text.slice(0, end), body: text.slice(end + 1) };
    },
    set: (tag: string | undefined, body: string): void =>
      tag === undefined ? storage.remove(key) : storage.set(key, `${tag}\n${body}`),
  };
}
