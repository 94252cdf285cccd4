/** Connects the headsets that a person has allowed with the calls of the phone: buttons act on them, lights show them. */
import type { Clock } from "../ports/clock.port.ts";
import type { HeadsetDevice, Headsets } from "../ports/headset.port.ts";
import { createListeners } from "../snapshot.ts";
import type { ActionResult, Webphone } from "../webphone.ts";
import { callsOf, DARK, FRESH, light, lightsFor, press } from "./headset.model.ts";
import type { Calls, Command, HeadsetState, Lights } from "./headset.model.ts";
import { isSet, readLayout, writeLights } from "./layout.ts";
import type { Button, Layout } from "./layout.ts";

/** `elsewhere`: the tab that has the phone uses it. `blocked`: the system or another program keeps it. */
export type HeadsetUse = "ready" | "opening" | "blocked" | "no-buttons" | "elsewhere";

export interface HeadsetView {
  readonly id: number;
  readonly name: string;
  readonly use: HeadsetUse;
}

export interface HeadsetButtons {
  /** The same list until something changes. */
  get(): readonly HeadsetView[];
  subscribe(listener: () => void): () => void;
  /** Lets the person choose a headset; to be called from a click. */
  connect(): Promise<void>;
  /** The page may not use it any more. */
  forget(id: number): Promise<void>;
  /** Lights out, devices closed. */
  stop(): void;
}

interface HeadsetButtonsDeps {
  readonly phone: Pick<Webphone, "getSnapshot" | "subscribe" | "answer" | "reject" | "hangUp" | "setHold" | "setMute">;
  readonly headsets: Headsets;
  readonly clock: Clock;
  /** An action of a button was refused. */
  readonly onRefusal: (result: ActionResult) => void;
}

interface Plugged {
  readonly id: number;
  readonly device: HeadsetDevice;
  readonly layout: Layout | undefined;
  use: HeadsetUse;
  link: Link | undefined;
}

export function createHeadsetButtons({ phone, headsets, clock, onRefusal }: HeadsetButtonsDeps): HeadsetButtons {
  const listeners = createListeners<void>();
  let plugged: readonly Plugged[] = [];
  let views: readonly HeadsetView[] = [];
  let isStopped = false;
  let lastId = 0;

  const calls = (): Calls => callsOf(phone.getSnapshot().calls);
  const isHere = (): boolean => !isStopped && phone.getSnapshot().place === "here";
  const tell = (): void => {
    views = plugged.map(({ id, device, use }) => ({ id, name: device.name, use }));
    listeners.tell();
  };
  const run = async ({ kind, callId }: Command): Promise<ActionResult> => {
    switch (kind) {
      case "answer":
        return phone.answer(callId);
      case "reject":
        return phone.reject(callId);
      case "hangUp":
        return phone.hangUp(callId);
      case "mute":
      case "unmute":
        return phone.setMute(callId, kind);
      case "hold":
      case "unhold":
        return phone.setHold(callId, kind);
    }
  };
  const act = async (link: Link, command: Command): Promise<void> => {
    const result = await run(command);
    if (result.ok) return;
    onRefusal(result);
    link.relight(); // the device shows what did not happen
  };
  const release = (one: Plugged): void => {
    one.link?.close();
    one.link = undefined;
  };
  const open = async (one: Plugged): Promise<void> => {
    const { device, layout } = one;
    if (!layout || one.link || one.use === "opening") return;
    one.use = "opening";
    try {
      await device.open();
    } catch {
      one.use = "blocked";
      return tell();
    }
    if (!isHere() || !plugged.includes(one)) {
      one.use = "elsewhere";
      void device.close().catch(() => undefined);
    } else {
      one.use = "ready";
      const link: Link = createLink({ device, layout, calls, clock, onCommand: (command) => void act(link, command) });
      one.link = link;
    }
    tell();
  };
  /** Opens devices while this tab has the phone, closes them when another one has it. */
  const follow = (): void => {
    const here = isHere();
    for (const one of plugged) {
      if (here && one.use === "elsewhere") void open(one);
      if (!here && one.link) {
        release(one);
        one.use = "elsewhere";
        tell();
      }
      one.link?.show();
    }
  };
  const look = async (): Promise<void> => {
    const known = await headsets.known().catch((): readonly HeadsetDevice[] => []);
    if (isStopped) return;
    const gone = plugged.filter(({ device }) => !known.includes(device));
    const stay = plugged.filter((one) => !gone.includes(one));
    const added = known
      .filter((device) => plugged.every((one) => one.device !== device))
      .map((device): Plugged => {
        const layout = readLayout(device);
        return { id: (lastId += 1), device, layout, use: layout ? "elsewhere" : "no-buttons", link: undefined };
      });
    for (const one of gone) release(one);
    plugged = [...stay, ...added];
    // One that another program kept may be free now.
    for (const one of stay) if (one.use === "blocked") one.use = "elsewhere";
    if (gone.length + added.length > 0) tell();
    follow();
  };

  const leave = phone.subscribe(follow);
  const stopChanges = headsets.onChange(() => void look());
  void look();
  return {
    get: () => views,
    subscribe: (listener) => listeners.listen(listener),
    async connect() {
      if (await headsets.request()) await look();
    },
    async forget(id) {
      const one = plugged.find((each) => each.id === id);
      if (!one) return;
      release(one);
      await one.device.forget().catch(() => undefined);
      await look();
    },
    stop() {
      isStopped = true;
      leave();
      stopChanges();
      for (const one of plugged) release(one);
    },
  };
}

interface Link {
  /** Shows the calls as they are now. */
  show(): void;
  /** Sends the lights again though they have not changed. */
  relight(): void;
  close(): void;
}

interface LinkDeps {
  readonly device: HeadsetDevice;
  readonly layout: Layout;
  readonly calls: () => Calls;
  readonly clock: Clock;
  readonly onCommand: (command: Command) => void;
}

/** An open headset. Of several changes while a report is being sent, the device gets the last one. */
function createLink({ device, layout, calls, clock, onCommand }: LinkDeps): Link {
  const formOf = (name: "hook" | "mute") => layout.buttons.find((button) => button.name === name)?.form;
  const forms = { hook: formOf("hook"), mute: formOf("mute") };
  let state: HeadsetState = FRESH;
  let down = new Map<Button, boolean>();
  let wanted: Lights = DARK;
  let isStale = true;
  let isSending = false;
  let isClosed = false;

  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (isStale) {
      isStale = false;
      const lights = wanted;
      state = light(state, lights, { forms, now: clock.now() });
      for (const report of layout.lightReports) {
        // A headset that is just being unplugged: its end is reported as a change of the list.
        // oxlint-disable-next-line no-await-in-loop -- a device takes one report after the other
        await device.send(report.reportId, writeLights(report, lights)).catch(() => undefined);
      }
    }
    isSending = false;
    if (isClosed) await device.close().catch(() => undefined);
  };
  const want = (lights: Lights, force = false): void => {
    if (isClosed || (!force && !isStale && same(lights, wanted))) return;
    wanted = lights;
    isStale = true;
    void send();
  };
  const relight = (): void => want(lightsFor(calls()), true);
  const stopReports = device.onReport((reportId, data) => {
    for (const button of layout.buttons) {
      if (button.reportId !== reportId) continue;
      const value = isSet(button, data);
      const before = down.get(button) ?? false;
      down = new Map(down).set(button, value);
      if (value === before) continue;
      const step = press(state, { button: button.name, form: button.form, value }, calls(), clock.now());
      state = step.state;
      if (step.command) onCommand(step.command);
      if (step.relight) relight();
    }
  });
  want(lightsFor(calls()), true);
  return {
    show: () => want(lightsFor(calls())),
    relight,
    close() {
      stopReports();
      want(DARK, true);
      isClosed = true;
    },
  };
}

const same = (a: Lights, b: Lights): boolean =>
  a.offHook === b.offHook && a.ring === b.ring && a.mute === b.mute && a.hold === b.hold;
