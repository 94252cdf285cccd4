/** Alice, Bob and others, and a conference room 800 with settings: PIN 1234, admin PIN 4321 if it asks for one. */
import { settle, type FakeInnerPort, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import type { DtmfDigit } from "@callpanel/media";
import type { RoomMemberView, RoomParts, RoomSettings } from "@callpanel/phone-port";
import { office, type Office } from "./three-way-room.ts";

export const ROOM = "800";
const SETTINGS: RoomSettings = {
  number: ROOM,
  name: "Team",
  disabled: false,
  asksForPin: "never",
  adminIds: [],
  maxUsers: 0,
  waitForAdmin: false,
  listenOnly: false,
  music: true,
  announceCount: false,
  announceJoinLeave: false,
  optionsMenu: false,
  records: false,
  sharesRecordings: false,
  language: "en",
};
const MOST_WRONG = 5;

export interface ConferenceOffice extends Office {
  /** Undefined: the room is removed. */
  set(settings: Partial<RoomSettings> | undefined): Promise<void>;
  /** PINs that were checked, each with who entered it. */
  readonly tries: readonly string[];
  /** Files with recorded names, by user id. */
  readonly names: Map<number, string>;
  /** Files of names that callers have said. */
  readonly spoken: ReadonlyMap<string, "open" | "removed">;
  /** Answers of the book come later from now on. */
  answerLater(): void;
}

/** A room with these settings, and prompts in a folder; nobody has a PIN. */
export const roomParts = (settings: Partial<RoomSettings>, promptsFolder: string): RoomParts => ({
  promptsFolder,
  book: {
    room: (_, number) => (number === ROOM ? { ...SETTINGS, ...settings } : undefined),
    checkPin: () => "wrong",
    recordedName: () => undefined,
    subscribe: () => () => undefined,
  },
});

export async function conferenceOffice(first: Partial<RoomSettings> = {}): Promise<ConferenceOffice> {
  let settings: RoomSettings | undefined = { ...SETTINGS, ...first };
  let later = false;
  const listeners = new Set<() => void>();
  const tries: string[] = [];
  const wrong = new Map<string, number>();
  const names = new Map<number, string>();
  const spoken = new Map<string, "open" | "removed">();
  const given = <T>(value: T): T | Promise<T> => (later ? Promise.resolve(value) : value);
  const check = (pin: string, caller: string) => {
    tries.push(`${caller}: ${pin}`);
    if ((wrong.get(caller) ?? 0) >= MOST_WRONG) return "locked";
    if (pin === "4321") return "admin";
    if (pin === "1234") return "member";
    wrong.set(caller, (wrong.get(caller) ?? 0) + 1);
    return "wrong";
  };
  const at = await office({
    conferences: {
      promptsFolder: "/words",
      names: {
        begin: () => {
          const path = `/said/${spoken.size + 1}.opus`;
          spoken.set(path, "open");
          return given(path);
        },
        remove: (path) => void spoken.set(path, "removed"),
      },
      book: {
        room: (_, number) => given(number === ROOM ? settings : undefined),
        checkPin: (_, { pin, caller }) => given(check(pin, caller)),
        recordedName: (userId) => given(names.get(userId)),
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    },
  });
  at.pbx.directory.setNumber(ROOM, { kind: "room", id: ROOM, name: SETTINGS.name });
  return {
    ...at,
    tries,
    names,
    spoken,
    set: async (changes) => {
      settings = changes === undefined ? undefined : { ...SETTINGS, ...settings, ...changes };
      for (const listener of listeners) listener();
      await settle();
    },
    answerLater: () => {
      later = true;
    },
  };
}

export async function dial(phone: SipPhone, number = ROOM): Promise<PhoneCall> {
  const call = phone.call(number);
  await call.until("talking");
  await settle();
  return call;
}

/** The final response to a call that is refused. */
export async function refusal(phone: SipPhone): Promise<number | undefined> {
  const call = phone.call(ROOM);
  await call.until("ended");
  return call.statuses.at(-1);
}

export async function keys({ pbx }: Office, call: PhoneCall, ...digits: readonly DtmfDigit[]): Promise<void> {
  for (const digit of digits) pbx.media.portOf(call.remoteSdp).emit({ kind: "digit", digit, durationMs: 100 });
  await settle();
}

export const PIN = ["1", "2", "3", "4", "#"] as const;
export const ADMIN_PIN = ["4", "3", "2", "1", "#"] as const;
export const WRONG_PIN = ["9", "9", "#"] as const;

const nameOf = ({ path }: { readonly path: string }): string => path.replace(/^.*\//, "").replace(".opus", "");

/** What is said over the room to a phone that is in it. */
function overRoom({ pbx }: Pick<Office, "pbx">, call: PhoneCall): FakeInnerPort | undefined {
  const { hearsNow } = pbx.media.portOf(call.remoteSdp);
  const voices = hearsNow.kind === "mix" ? hearsNow.ports.map(({ id }) => pbx.media.innerOf(id)) : [];
  return voices.find((voice) => voice?.saysNow.kind === "file");
}

/** Plays what a phone hears to the end, prompt by prompt, also over its room; returns their names. */
export async function listen({ pbx }: Pick<Office, "pbx">, call: PhoneCall): Promise<readonly string[]> {
  const said: string[] = [];
  for (;;) {
    await settle();
    if (call.state !== "talking") return said;
    const port = pbx.media.portOf(call.remoteSdp);
    const inner = overRoom({ pbx }, call);
    const heard = inner?.saysNow ?? port.hearsNow;
    if (heard.kind !== "file") return said;
    said.push(nameOf(heard));
    const { path, token } = heard;
    (inner ?? port).emit({ kind: "played", path, ...(token === undefined ? {} : { token }) });
  }
}

/** The members that each one hears, by the names of the calls: `a:b b:a`; `+`: an announcement is played over it; music, silence and files by their names. */
export function hearing({ pbx }: Office, calls: Readonly<Record<string, PhoneCall>>): string {
  const all = Object.entries(calls).filter(([, { state }]) => state === "talking");
  return all
    .map(([name, call]) => {
      const source = pbx.media.portOf(call.remoteSdp).hearsNow;
      if (source.kind !== "mix") return `${name}:${pbx.heardBy(call)}`;
      const ids = source.ports.map(({ id }) => id);
      const heard = all.filter(([, other]) => ids.includes(pbx.media.portOf(other.remoteSdp).id));
      return `${name}:${heard.map(([other]) => other).join("")}${overRoom({ pbx }, call) === undefined ? "" : "+"}`;
    })
    .join(" ");
}

export const members = ({ pbx }: Office): readonly RoomMemberView[] =>
  pbx.system.snapshot().rooms.find(({ number }) => number === ROOM)?.members ?? [];

/** `101 admin; 102 waiting`, the current state. */
export const standing = (at: Office): string =>
  members(at)
    .map(({ party, admin, waiting, muted, invited }) =>
      [party.number, admin && "admin", waiting && "waiting", muted && "muted", invited && "invited"]
        .filter(Boolean)
        .join(" "),
    )
    .join("; ");
