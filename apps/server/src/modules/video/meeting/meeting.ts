/** One meeting, without sockets, media and clock: commands go in, effects come out (docs/spec/video-meeting.md). */
import {
  MEETING_LIMITS,
  MEETING_RESUME_MS,
  type ErrorCode,
  type MeetingEnd,
  type MeetingMiss,
  type MeetingServerFrame,
} from "@callpanel/contract";
import {
  blockedOf,
  detailsOf,
  NOTHING_SENT,
  REACTIONS,
  SENT,
  SOUND_SENT,
  type Entrant,
  type MeetingCommand,
  type MeetingEffect,
  type MeetingState,
  isOfAdmins,
  type QuickOrder,
  type Sending,
  type Sent,
} from "./meeting.model.ts";
import { KeptMessages } from "./kept-messages.ts";
import { distinctName } from "./names.ts";
import {
  callRefusalOf,
  doorOf,
  isToWait,
  present,
  presentToGuests,
  takenNames,
  tellOf,
  type CallRefusal,
  type Person,
} from "./person-in-meeting.ts";

export class Meeting {
  readonly #people = new Map<string, Person>();
  readonly #waiting = new Map<string, Entrant>();
  /** Telephones that ring, with their names. */
  readonly #calling = new Map<string, string>();
  /** MEET-13: doors of those who were removed. */
  readonly #removed = new Set<string>();
  /** People of the company who have been in. */
  readonly #known = new Set<number>();
  readonly #messages = new KeptMessages();
  #locked = false;
  #sharedScreen: boolean;
  #mayRecord: boolean;
  #recording = false;
  #effects: MeetingEffect[] = [];

  constructor({ sharedScreen, records = false }: { readonly sharedScreen: boolean; readonly records?: boolean }) {
    this.#sharedScreen = sharedScreen;
    this.#mayRecord = records;
  }

  /** @returns what is to be done, in this order */
  take(command: MeetingCommand, now: number): readonly MeetingEffect[] {
    this.#effects = [];
    this.#do(command, now);
    return this.#effects;
  }

  get state(): MeetingState {
    return {
      locked: this.#locked,
      recording: this.#recording,
      mayRecord: this.#mayRecord,
      sharedScreen: this.#sharedScreen,
      participants: [...this.#people.values()].map(present),
      shownToGuests: [...this.#people.values()].map(presentToGuests),
      waiting: this.#waitingPeople,
      messages: this.#messages.all,
    };
  }
  get isEmpty(): boolean {
    return this.#people.size === 0;
  }
  receivers(to: "everybody" | "admins"): readonly string[] {
    const all = [...this.#people.values()];
    return all.filter(({ role }) => to === "everybody" || role === "admin").map(({ id }) => id);
  }
  isCalling(id: string): boolean {
    return this.#calling.has(id);
  }
  isIn(id: string): boolean {
    return this.#people.has(id);
  }
  sendingOf(id: string): Sending {
    return this.#people.get(id)?.sending ?? NOTHING_SENT;
  }
  /** MEET-12: why somebody cannot come in now. */
  refusalOf({ userId, telephone }: Pick<Entrant, "userId" | "telephone">): ErrorCode | undefined {
    const wasIn = userId !== null && this.#known.has(userId);
    if (this.#locked && !wasIn && telephone?.isCalled !== true) return "video.locked";
    const isIn = userId !== null && [...this.#people.values()].some((one) => one.userId === userId);
    return !isIn && this.#people.size >= MEETING_LIMITS.participants ? "video.full" : undefined;
  }

  #do(command: MeetingCommand, now: number): void {
    switch (command.do) {
      case "enter":
        return this.#enter(command.entrant);
      case "leave":
        return this.#putOut(command.id, "left");
      case "putOut":
        return this.#putOut(command.id, command.reason);
      case "order":
        return this.#order(command, now);
      case "beat":
        for (const { id, lostAt } of this.#people.values())
          if (lostAt !== null && now - lostAt >= MEETING_RESUME_MS) this.#putOut(id, "lost");
        return undefined;
      case "screens":
        return this.#allowScreens(command.allowed);
      case "recordings":
        this.#mayRecord = command.allowed;
        return command.allowed ? undefined : this.#record(null);
      case "recordingLost":
        this.#recording = false;
        return this.#tellMeeting();
      case "end":
        return this.#end(command.reason);
      case "ring":
        this.#calling.set(command.id, command.name);
        return this.#tellCalling();
      case "rung":
        return this.#missed(command.id, command.why);
      default:
        return this.#doAs(command, now);
    }
  }

  #doAs(command: Extract<MeetingCommand, { do: "cut" | "back" | "sending" | "talking" | "cast" }>, now: number): void {
    const { id } = command;
    const person = this.#people.get(id);
    // A person who loses the connection while waiting has nothing to come back to.
    if (person === undefined && command.do === "cut") return this.#putOut(id, "lost");
    if (person === undefined) return undefined;
    switch (command.do) {
      case "cut":
        person.lostAt = now;
        return this.#tellOf(person);
      case "back":
        person.lostAt = null;
        this.#tellOf(person, id);
        return this.#welcome(person);
      case "sending":
        return this.#send(person, command.sending);
      case "talking":
        if (command.talking && !person.sending.microphone) return undefined;
        return this.#tell("everybody", { type: "talking", participant: id, talking: command.talking });
      case "cast":
        return this.#cast(person, command.role);
    }
  }

  #enter(entrant: Entrant): void {
    // VPHONE-32: when the called person answers, it no longer rings.
    if (this.#calling.delete(entrant.id)) this.#tellCalling();
    const refusal = this.refusalOf(entrant);
    if (refusal !== undefined) return this.#refuse(entrant.id, refusal);
    const waits = isToWait(entrant) || this.#removed.has(doorOf(entrant));
    if (waits && this.#waiting.size >= MEETING_LIMITS.waiting) return this.#refuse(entrant.id, "video.full");
    // MEET-11: a person is in once; the page that was opened last is the one.
    const others = [...this.#people.values(), ...this.#waiting.values()];
    const earlier = others.filter(({ userId }) => userId !== null && userId === entrant.userId);
    const named = { ...entrant, name: distinctName(entrant.name, takenNames(others, entrant)) };
    if (named.userId !== null) this.#renameGuests(named.name);
    if (waits) this.#wait(named);
    else this.#join(named);
    for (const { id } of earlier) this.#putOut(id, "elsewhere");
  }

  #wait(entrant: Entrant): void {
    this.#waiting.set(entrant.id, entrant);
    this.#effects.push({ kind: "lobby", id: entrant.id });
    this.#tellWaiting();
  }

  #join(entrant: Entrant): void {
    const sending = entrant.telephone === undefined ? NOTHING_SENT : SOUND_SENT;
    const person: Person = { ...entrant, sending, held: new Set(), hand: null, lostAt: null };
    if (person.userId !== null) this.#known.add(person.userId);
    this.#people.set(person.id, person);
    this.#tellOf(person, person.id);
    this.#block(person);
    this.#welcome(person);
  }

  #renameGuests(name: string): void {
    const names = () => [...this.#people.values(), ...this.#waiting.values()].map((one) => one.name);
    for (const guest of this.#people.values()) {
      if (guest.userId !== null || distinctName(guest.name, [name]) === guest.name) continue;
      guest.name = distinctName(guest.name, [...names(), name]);
      this.#tellOf(guest);
    }
    for (const guest of this.#waiting.values()) {
      if (guest.userId !== null || distinctName(guest.name, [name]) === guest.name) continue;
      this.#waiting.set(guest.id, { ...guest, name: distinctName(guest.name, [...names(), name]) });
      this.#tellWaiting();
    }
  }

  #welcome({ id, role }: Person): void {
    this.#effects.push({ kind: "joined", id });
    if (role === "admin") this.#tellAdmin(id);
  }
  #tellAdmin(id: string): void {
    if (this.#waiting.size > 0) this.#tellWaiting({ one: id });
    if (this.#calling.size > 0) this.#tellCalling({ one: id });
  }

  /** MEET-20 to MEET-24. */
  #order({ id, request, order }: Extract<MeetingCommand, { do: "order" }>, now: number): void {
    const person = this.#people.get(id);
    const refusal = person === undefined ? "video.waiting" : this.#run(person, order, now);
    if (refusal === undefined) {
      // First: an order may end the connection of the one who gives it.
      this.#effects.unshift({ kind: "tell", to: { one: id }, frame: { type: "done", request } });
      return undefined;
    }
    return this.#tell({ one: id }, { type: "refused", request, code: refusal, ...detailsOf(refusal) });
  }

  #run(by: Person, order: QuickOrder, now: number): ErrorCode | undefined {
    if (by.role !== "admin" && isOfAdmins(order, by.id)) return "video.adminsOnly";
    switch (order.order) {
      case "hand":
        return this.#raise(by, order, now);
      case "react":
        if (!REACTIONS.has(order.emoji)) return "video.reaction";
        this.#tell("everybody", { type: "reaction", participant: by.id, emoji: order.emoji });
        return undefined;
      case "say":
        return this.#say(by, order.text, now);
      case "admit":
        return this.#admit(order.participant);
      case "deny":
        if (!this.#waiting.has(order.participant)) return "video.gone";
        this.#putOut(order.participant, "denied");
        return undefined;
      case "mute":
        return this.#mute(by, order);
      case "remove":
        return this.#remove(order.participant);
      case "lock":
        this.#lock(order.on);
        return undefined;
      case "record":
        if (order.on && !this.#mayRecord) return "video.noRecording";
        if (order.on && by.userId === null) return "video.recorder";
        this.#record(order.on ? by.id : null);
        return undefined;
      case "cancelCall":
        if (!this.#calling.has(order.participant)) return "video.gone";
        this.#effects.push({ kind: "hangUp", id: order.participant });
        this.#missed(order.participant);
        return undefined;
      case "end":
        this.#end("ended");
        return undefined;
    }
  }

  /** VPHONE-30: why somebody cannot call a telephone; it is called in the name of a person of the company. */
  callRefusalOf(id: string): CallRefusal | undefined {
    const person = this.#people.get(id);
    return callRefusalOf(person, { inside: this.#people.size, calling: this.#calling.size });
  }

  #missed(id: string, why?: MeetingMiss): void {
    const name = this.#calling.get(id);
    if (name === undefined) return;
    this.#calling.delete(id);
    this.#tellCalling();
    if (why !== undefined) this.#tell("admins", { type: "missed", name, why });
  }

  #raise(by: Person, { up, participant }: Extract<QuickOrder, { order: "hand" }>, now: number) {
    const person = this.#people.get(participant ?? by.id);
    if (person === undefined) return "video.gone";
    // Others lower it only.
    if (up && person !== by) return "video.adminsOnly";
    const hand = up ? (person.hand ?? now) : null;
    if (hand === person.hand) return undefined;
    person.hand = hand;
    this.#tellOf(person);
    return undefined;
  }

  #say({ id, name }: Person, said: string, now: number): ErrorCode | undefined {
    const message = this.#messages.add(said, { from: id, name, at: now });
    if (message === undefined) return "video.message";
    this.#tell("everybody", { type: "message", message });
    return undefined;
  }

  #admit(id: string): ErrorCode | undefined {
    const entrant = this.#waiting.get(id);
    if (entrant === undefined) return "video.gone";
    if (this.#people.size >= MEETING_LIMITS.participants) return "video.full";
    this.#waiting.delete(id);
    this.#removed.delete(doorOf(entrant));
    this.#join(entrant);
    this.#tellWaiting();
    return undefined;
  }

  #mute(by: Person, { what, participant }: Extract<QuickOrder, { order: "mute" }>): ErrorCode | undefined {
    if (participant !== undefined && !this.#people.has(participant)) return "video.gone";
    for (const person of this.#people.values()) {
      const isMeant = participant === undefined ? person !== by : person.id === participant;
      if (isMeant) this.#turnOff(person, what, by.name);
    }
    return undefined;
  }

  #turnOff(person: Person, what: Sent, by: string): void {
    if (!person.sending[what]) return;
    person.held.add(what);
    person.sending = { ...person.sending, [what]: false };
    this.#block(person);
    this.#tell({ one: person.id }, { type: "muted", what, by });
    this.#tellOf(person);
  }

  /** MEET-22: what an admin turned off stays off until the page has said so itself. */
  #send(person: Person, wanted: Sending): void {
    for (const what of SENT) if (!wanted[what]) person.held.delete(what);
    const may = (what: Sent): boolean => wanted[what] && !person.held.has(what);
    const hasPicture = person.telephone === undefined;
    const sending: Sending = {
      microphone: may("microphone"),
      camera: may("camera") && hasPicture,
      screen: may("screen") && hasPicture && this.#sharedScreen,
    };
    const isNew = SENT.some((what) => sending[what] !== person.sending[what]);
    person.sending = sending;
    if (isNew) {
      this.#block(person);
      this.#tellOf(person);
    } else if (SENT.some((what) => sending[what] !== wanted[what]))
      this.#tell({ one: person.id }, { type: "participant", participant: present(person) });
  }

  #allowScreens(allowed: boolean): void {
    this.#sharedScreen = allowed;
    if (!allowed) for (const person of this.#people.values()) this.#turnOff(person, "screen", "");
  }

  #remove(id: string): ErrorCode | undefined {
    const person = this.#people.get(id);
    if (person === undefined) return "video.gone";
    this.#removed.add(doorOf(person));
    this.#putOut(id, "removed");
    return undefined;
  }

  #lock(on: boolean): void {
    if (this.#locked === on) return;
    this.#locked = on;
    this.#tellMeeting();
  }

  /** VREC-1, VREC-4. `by`: null ends it. */
  #record(by: string | null): void {
    const on = by !== null;
    if (this.#recording === on) return;
    this.#recording = on;
    this.#effects.push({ kind: "record", by });
    this.#tellMeeting();
  }

  #cast(person: Person, role: Person["role"]): void {
    if (person.role === role) return;
    person.role = role;
    this.#tellOf(person);
    if (role === "admin") this.#tellAdmin(person.id);
    else this.#unlockWithoutAdmin();
  }

  #putOut(id: string, reason: MeetingEnd): void {
    if (this.#waiting.delete(id)) {
      this.#effects.push({ kind: "out", id, reason });
      return this.#tellWaiting();
    }
    if (!this.#people.delete(id)) return undefined;
    this.#effects.push({ kind: "out", id, reason });
    this.#tell("everybody", { type: "gone", participant: id });
    if (this.#people.size === 0) return this.#forget();
    return this.#unlockWithoutAdmin();
  }

  /** MEET-21: nobody could open it again. */
  #unlockWithoutAdmin(): void {
    if (![...this.#people.values()].some(({ role }) => role === "admin")) this.#lock(false);
  }

  #end(reason: MeetingEnd): void {
    for (const id of [...this.#waiting.keys(), ...this.#people.keys()]) this.#effects.push({ kind: "out", id, reason });
    this.#waiting.clear();
    this.#people.clear();
    this.#forget();
  }

  /** MEET-15: nothing of a meeting outlives it. */
  #forget(): void {
    for (const id of this.#calling.keys()) this.#effects.push({ kind: "hangUp", id });
    this.#calling.clear();
    this.#removed.clear();
    this.#known.clear();
    this.#messages.forget();
    this.#locked = false;
    this.#record(null);
  }

  get #waitingPeople() {
    return [...this.#waiting.values()].map(({ id, name }) => ({ id, name }));
  }
  #tellMeeting(): void {
    this.#tell("everybody", { type: "meeting", locked: this.#locked, recording: this.#recording });
  }
  #tellCalling(to: { readonly one: string } | "admins" = "admins"): void {
    this.#tell(to, { type: "calling", people: [...this.#calling].map(([id, name]) => ({ id, name })) });
  }
  #tellWaiting(to: { readonly one: string } | "admins" = "admins"): void {
    this.#tell(to, { type: "waiting", people: this.#waitingPeople });
  }
  #tellOf(person: Person, except?: string): void {
    this.#effects.push(tellOf(person, except));
  }
  #block({ id, sending }: Person): void {
    this.#effects.push({ kind: "block", id, kinds: blockedOf(sending) });
  }
  #refuse(id: string, code: ErrorCode): void {
    this.#effects.push({ kind: "refused", id, code, ...detailsOf(code) });
  }
  #tell(to: { readonly one: string } | "everybody" | "admins", frame: MeetingServerFrame, except?: string): void {
    this.#effects.push({ kind: "tell", to, except, frame });
  }
}
