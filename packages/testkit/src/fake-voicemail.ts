/** Voicemail boxes in memory: what a telephone does with them can be read afterwards. */
import type {
  MaybePromise,
  DraftPurpose,
  GreetingKind,
  Voicemail,
  VoicemailBox,
  VoicemailFolder,
  VoicemailMessage,
} from "@callpanel/phone-port";
import type { RecordedSound } from "@callpanel/media";

export interface FakeVoicemail extends Voicemail {
  add(box: Partial<VoicemailBox> & { readonly mailbox: string }, pin?: string): VoicemailBox;
  change(boxId: string, fields: Partial<VoicemailBox>): void;
  /** Puts a message into a box; it has a sound at `/messages/<id>.opus`, or where it is said. */
  deliver(boxId: string, message: Partial<VoicemailMessage>, folder?: VoicemailFolder, path?: string): VoicemailMessage;
  setGreeting(boxId: string, greeting: GreetingKind, path: string): void;
  addFolder(boxId: string, name: string): void;
  fill(boxId: string): void;
  /** Every method rejects from now on, as a database or a disk that is gone; `false` mends it. */
  breakDown(broken: boolean): void;
  /** Answers come as promises from now on. */
  answerLater(): void;
  readonly drafts: readonly FakeDraft[];
  /** Of a box, in the order of their arrival. */
  kept(boxId: string): readonly KeptMessage[];
  pinOf(boxId: string): string | undefined;
}

export interface FakeDraft {
  readonly id: string;
  readonly boxId: string;
  readonly path: string;
  readonly purpose: DraftPurpose;
  readonly state: "begun" | "finished" | "discarded";
  readonly sound?: RecordedSound;
}

export interface KeptMessage extends VoicemailMessage {
  readonly boxId: string;
  readonly folder: VoicemailFolder;
  readonly path: string;
  readonly commentDraftId?: string;
}

/** The draft of a message becomes one at once; five wrong PINs lock a box. */
const WRONG_PINS = 5;
const PIN_DIGITS = { fewest: 4, most: 8 };

export function createFakeVoicemail(
  realm: string,
  options: { readonly folder?: string; readonly now?: () => number } = {},
): FakeVoicemail {
  const { folder = "/voicemail", now = () => 0 } = options;
  let broken = false;
  let later = false;
  let made = 0;
  const shelf: Shelf = {
    full: new Set(),
    give: (read) => {
      if (broken) return Promise.reject(new Error("voicemail is broken"));
      return later ? Promise.resolve().then(read) : read();
    },
    newId: (kind) => {
      made += 1;
      return `${kind}${made}`;
    },
    now,
  };
  const messages = createMessages(shelf);
  const { drafts, ...sounds } = createSounds(folder, shelf, messages.deliver);
  return {
    ...createBoxes(realm, shelf),
    ...messages,
    ...sounds,
    get drafts() {
      return drafts();
    },
    fill: (boxId) => void shelf.full.add(boxId),
    breakDown: (to) => {
      broken = to;
    },
    answerLater: () => {
      later = true;
    },
  };
}

/** What the parts share. */
interface Shelf {
  /** Boxes without room for a message. */
  readonly full: Set<string>;
  /** Gives a value as the test wants it: now, later or not at all. */
  give<T>(read: () => T): MaybePromise<T>;
  newId(kind: string): string;
  now(): number;
}

type Boxes = Pick<
  FakeVoicemail,
  "boxByMailbox" | "boxById" | "boxOfUser" | "checkPin" | "changePin" | "add" | "change" | "pinOf"
>;

function createBoxes(realm: string, { give }: Shelf): Boxes {
  const boxes = new Map<string, VoicemailBox>();
  const pins = new Map<string, string>();
  const wrong = new Map<string, number>();

  return {
    boxByMailbox: (of, mailbox) =>
      give(() => (of === realm ? [...boxes.values()].find((box) => box.mailbox === mailbox) : undefined)),
    boxById: (id) => give(() => boxes.get(id)),
    boxOfUser: (userId) => give(() => [...boxes.values()].find((box) => box.ownerId === userId)),
    checkPin: (boxId, { pin }) =>
      give(() => {
        const count = wrong.get(boxId) ?? 0;
        if (count >= WRONG_PINS) return "locked";
        const isRight = pins.get(boxId) === pin;
        wrong.set(boxId, isRight ? 0 : count + 1);
        return isRight ? "right" : "wrong";
      }),
    changePin: (boxId, pin) =>
      give(() => {
        if (pin.length < PIN_DIGITS.fewest || pin.length > PIN_DIGITS.most) return "badLength";
        if (new Set(pin).size === 1) return "tooSimple";
        pins.set(boxId, pin);
        return "changed";
      }),
    add: ({ mailbox, ...fields }, pin) => {
      const box: VoicemailBox = {
        id: `box${mailbox}`,
        mailbox,
        name: `Box ${mailbox}`,
        language: "en",
        timeZone: "UTC",
        skipInstruct: false,
        envelope: false,
        playCallerId: false,
        asksOwnerForPin: true,
        pinDigits: PIN_DIGITS,
        ...fields,
      };
      boxes.set(box.id, box);
      if (pin !== undefined) pins.set(box.id, pin);
      return box;
    },
    change: (boxId, fields) => {
      const box = boxes.get(boxId);
      if (box !== undefined) boxes.set(boxId, { ...box, ...fields });
    },
    pinOf: (boxId) => pins.get(boxId),
  };
}

type Messages = Pick<
  FakeVoicemail,
  | "messages"
  | "counts"
  | "folders"
  | "messageSound"
  | "markHeard"
  | "move"
  | "remove"
  | "forward"
  | "deliver"
  | "addFolder"
  | "kept"
>;

function createMessages({ full, give, newId, now }: Shelf): Messages {
  const messages = new Map<string, KeptMessage>();
  const folders = new Map<string, string[]>();

  const put = (message: KeptMessage): KeptMessage => {
    messages.set(message.id, message);
    return message;
  };
  const change = (id: string, step: (message: KeptMessage) => KeptMessage): void => {
    const known = messages.get(id);
    if (known !== undefined) messages.set(id, step(known));
  };
  const inFolder = (boxId: string, where: VoicemailFolder): readonly KeptMessage[] =>
    [...messages.values()].filter((one) => one.boxId === boxId && sameFolder(one.folder, where));
  return {
    messages: (boxId, where) =>
      give(() => inFolder(boxId, where).toSorted((one, other) => Number(other.urgent) - Number(one.urgent))),
    counts: (boxId) =>
      give(() => {
        const news = inFolder(boxId, { kind: "new" });
        return {
          newCount: news.length,
          oldCount: inFolder(boxId, { kind: "old" }).length,
          urgentCount: news.filter(({ urgent }) => urgent).length,
        };
      }),
    folders: (boxId) => give(() => folders.get(boxId) ?? []),
    messageSound: (id) => give(() => messages.get(id)?.path),
    markHeard: (id) =>
      give(() => change(id, (one) => (one.folder.kind === "new" ? { ...one, folder: { kind: "old" } } : one))),
    move: (id, to) => give(() => change(id, (one) => ({ ...one, folder: to }))),
    remove: (id) => give(() => void messages.delete(id)),
    forward: (id, toBoxId, commentDraftId) =>
      give(() => {
        if (full.has(toBoxId)) return false;
        const known = messages.get(id);
        if (known === undefined) throw new Error("no such message");
        const comment = commentDraftId === undefined ? {} : { commentDraftId };
        put({ ...known, ...comment, id: newId("message"), boxId: toBoxId, folder: { kind: "new" } });
        return true;
      }),
    deliver: (boxId, message, where = { kind: "new" }, path) => {
      const id = message.id ?? newId("message");
      const from = { number: "5550100", name: "Pat Park" };
      return put({
        at: now(),
        durationMs: 5_000,
        from,
        urgent: false,
        ...message,
        id,
        boxId,
        folder: where,
        path: path ?? `/messages/${id}.opus`,
      });
    },
    addFolder: (boxId, name) => void folders.set(boxId, [...(folders.get(boxId) ?? []), name]),
    kept: (boxId) => [...messages.values()].filter((one) => one.boxId === boxId),
  };
}

function sameFolder(one: VoicemailFolder, other: VoicemailFolder): boolean {
  if (one.kind === "custom" && other.kind === "custom") return one.name === other.name;
  return one.kind === other.kind;
}

type Sounds = Pick<
  FakeVoicemail,
  "greetingSound" | "removeGreeting" | "setGreeting" | "begin" | "finish" | "discard"
> & { drafts(): readonly FakeDraft[] };

/** Greetings, and drafts that become greetings or messages. */
function createSounds(folder: string, { full, give, newId }: Shelf, deliver: FakeVoicemail["deliver"]): Sounds {
  const greetings = new Map<string, string>();
  const drafts = new Map<string, FakeDraft>();

  const finishDraft = (draft: FakeDraft, sound: RecordedSound, urgent: boolean): void => {
    drafts.set(draft.id, { ...draft, state: "finished", sound });
    const { purpose, boxId, path } = draft;
    if (purpose.kind === "greeting") greetings.set(`${boxId} ${purpose.greeting}`, path);
    if (purpose.kind !== "message") return;
    deliver(boxId, { durationMs: sound.durationMs, from: purpose.from, urgent }, { kind: "new" }, path);
  };

  return {
    greetingSound: (boxId, greeting) => give(() => greetings.get(`${boxId} ${greeting}`)),
    removeGreeting: (boxId, greeting) => give(() => void greetings.delete(`${boxId} ${greeting}`)),
    begin: (boxId, purpose) =>
      give(() => {
        if (purpose.kind === "message" && full.has(boxId)) return "full";
        const id = newId("draft");
        const draft: FakeDraft = { id, boxId, path: `${folder}/${id}.opus`, purpose, state: "begun" };
        drafts.set(id, draft);
        return { id, path: draft.path };
      }),
    finish: (id, sound, { urgent } = { urgent: false }) =>
      give(() => {
        const draft = drafts.get(id);
        if (draft?.state === "begun") finishDraft(draft, sound, urgent);
      }),
    discard: (id) =>
      give(() => {
        const draft = drafts.get(id);
        if (draft !== undefined) drafts.set(id, { ...draft, state: "discarded" });
      }),
    setGreeting: (boxId, greeting, path) => void greetings.set(`${boxId} ${greeting}`, path),
    drafts: () => [...drafts.values()],
  };
}
