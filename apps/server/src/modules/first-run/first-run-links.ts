import type { Clock } from "../../kernel/clock.ts";
import { newId, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { UserStore } from "../users/index.ts";
import { checkTakesLinks, isOpen, NOTHING_YET, withLink } from "./first-run.model.ts";
import type { FirstRunStore } from "./first-run.store.ts";

/** Behind the `#`, so that the secret is in no log of addresses and in no referrer. */
const SETUP_PATH = "/setup#";

export interface FirstRunLinks {
  /** FIRST-1: what a server that starts prints; undefined: nothing is to be set up. */
  announce(address: string): Promise<string | undefined>;
  /** A new link. @throws AppError firstRun.finished, firstRun.signIn */
  renew(): Promise<string>;
}

export interface FirstRunLinksDeps {
  readonly store: FirstRunStore;
  readonly users: Pick<UserStore, "countUsers">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

export function createFirstRunLinks({ store, users, clock, random }: FirstRunLinksDeps): FirstRunLinks {
  const renewAt = async (address?: string): Promise<string> => {
    const people = await users.countUsers();
    const secret = newId(random);
    return store.change((before = NOTHING_YET) => {
      checkTakesLinks(before, people);
      const progress = withLink(before, tokenDigest(secret), clock.now());
      const at = { ...progress, address: address ?? before.address };
      return { progress: at, result: `${at.address}${SETUP_PATH}${secret}` };
    });
  };
  return {
    announce: async (address) => {
      const people = await users.countUsers();
      if (people === 0 && (await store.read())?.isFinished !== true)
        return `set up callpanel: ${await renewAt(address)} (valid once, for an hour)`;
      const before = await store.read();
      if (before === undefined || !isOpen(before, people)) return undefined;
      await store.change((now = before) => ({ progress: { ...now, address }, result: undefined }));
      return `callpanel is not set up completely: sign in as ${before.administrator} and go on at ${address}/setup`;
    },
    renew: () => renewAt(),
  };
}
