/** A phone system with nothing behind it but memory, for figures about signalling alone. */
import { randomBytes } from "node:crypto";
import { createPhoneSystem } from "@callpanel/pbx";
import type { DirectoryUser, PhoneSystem } from "@callpanel/phone-port";
import { createFakeDirectory, createFakeGuard, createFakeMedia, type FakeMedia } from "@callpanel/testkit";
import { createRawPhone, type RawPhone } from "./raw-phone.ts";

export interface PhoneFloor {
  readonly system: PhoneSystem;
  readonly media: FakeMedia;
  readonly phones: readonly RawPhone[];
  readonly recordCount: () => number;
  readonly extensionOf: (phone: number) => string;
}

interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): () => void;
}

const REALM = "bench";
const PASSWORD = "secret";
const UNLIMITED = 1_000_000_000;

export const WALL_CLOCK: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export function createPhoneFloor({
  clock,
  phoneCount,
}: {
  readonly clock: Clock;
  readonly phoneCount: number;
}): PhoneFloor {
  const directory = createFakeDirectory(REALM);
  const media = createFakeMedia();
  const extensionOf = (phone: number): string => String(1_000 + phone);
  let recordCount = 0;
  const system = createPhoneSystem({
    clock,
    random: (count) => randomBytes(count),
    guard: createFakeGuard(),
    directory,
    calls: { callEnded: () => void (recordCount += 1) },
    media,
    realm: REALM,
    settings: {
      framesPerSecond: UNLIMITED,
      invitesPerTenSeconds: UNLIMITED,
      connectionsPerAddress: phoneCount,
      unprovedPerAddress: phoneCount,
    },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  });
  const phones = Array.from({ length: phoneCount }, (_, at) => {
    const user: DirectoryUser = {
      id: at + 1,
      sipUsername: `user${at}`,
      extension: extensionOf(at),
      displayName: `User ${at}`,
      mayUseSoftphone: true,
      doNotDisturb: false,
      callWaiting: true,
    };
    directory.add(user, PASSWORD);
    return createRawPhone({ system, username: user.sipUsername, password: PASSWORD, realm: REALM });
  });
  return { system, media, phones, recordCount: () => recordCount, extensionOf };
}

function nothing(): void {
  return undefined;
}
