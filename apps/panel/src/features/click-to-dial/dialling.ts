import { DEFAULT_CLICK_TO_DIAL, ERROR_SNACKBAR_MS, listClickToDial } from "@callpanel/contract";
import type { ClickToDialDestination } from "@callpanel/contract";
import { answerOf, sayError } from "../../shared/api/api.ts";
import type { Api } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import type { Notices } from "../../shared/notices/notices.ts";
import type { Dock, Softphone, SoftphoneSlot } from "../../shared/phone/softphone.ts";
import type { Readable } from "../../shared/store.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";
import { clickToDialMessages } from "./click-to-dial.messages.ts";
import { decide } from "./click-to-dial.model.ts";
import type { Click, Way } from "./click-to-dial.model.ts";

/** The softphone, as far as a link reaches. */
export type DialledPhone = Pick<Softphone, "button" | "show" | "dial">;
export type PhoneSlot =
  | { readonly kind: Exclude<SoftphoneSlot["kind"], "ready"> }
  | { readonly kind: "ready"; readonly softphone: DialledPhone };

export interface ClickToDialDeps {
  readonly api: Pick<Api, "call">;
  readonly clock: Clock;
  readonly notices: Pick<Notices, "error" | "success">;
  readonly words: Readable<Words>;
  readonly viewer: Viewer;
  readonly softphone: Readable<PhoneSlot>;
  readonly dock: Pick<Dock, "open">;
  readonly events: Pick<LiveEvents, "command">;
  /** The system-wide flag of /config.json. */
  readonly external: boolean;
  /** Opens an address in the program that is registered for it. */
  readonly openLink: (address: string) => void;
}

/** A link may start the panel: how long it waits for the phone before it says that there is none. */
const PHONE_WAIT_MS = 10_000;

export async function startDialling(
  deps: ClickToDialDeps,
  { from, destination }: Pick<Click, "from" | "destination">,
): Promise<void> {
  const { viewer, notices, words } = deps;
  const decision = decide({
    from,
    destination,
    setting: await settingOf(deps),
    external: deps.external,
    hasSoftphone: viewer.flags.softphone,
    mayOriginate: viewer.flags.ctdRead,
    featureCodes: viewer.featureCodes,
  });
  const { number } = decision;
  if (decision.ok) return go(deps, decision.way, number);
  notices.error(words.get().error(decision.code, { number }));
}

async function go(deps: ClickToDialDeps, way: Way, number: string): Promise<void> {
  switch (way) {
    case "external":
      return deps.openLink(`sip:${number}`);
    case "originate":
      return originate(deps, number);
    case "show":
      return (await phoneOf(deps))?.show(number);
    case "dial": {
      deps.dock.open();
      const phone = await phoneOf(deps);
      if (phone === null) return;
      await until(deps.clock, phone.button, ({ status }) => status === "registered");
      return phone.dial(number);
    }
  }
}

/** The person's setting. If it fails to load, the default is used, which never starts a call automatically. */
async function settingOf({ api, viewer }: ClickToDialDeps): Promise<ClickToDialDestination> {
  const { user, flags } = viewer;
  if (!flags.ctdRead) return DEFAULT_CLICK_TO_DIAL.destination;
  const settings = await api.call(listClickToDial, { params: { id: user.id } }).catch(() => null);
  const own = settings?.data.find(({ user_id }) => user_id === user.id) ?? DEFAULT_CLICK_TO_DIAL;
  return own.destination;
}

async function phoneOf({ clock, softphone, notices, words }: ClickToDialDeps): Promise<DialledPhone | null> {
  await until(clock, softphone, ({ kind }) => kind === "ready" || kind === "failed");
  const slot = softphone.get();
  if (slot.kind === "ready") return slot.softphone;
  notices.error(words.get().error("sipua.hint.notReady"));
  return null;
}

/** Rings the person's phones; the destination is called when they answer. */
async function originate(deps: ClickToDialDeps, number: string): Promise<void> {
  const { events, viewer, notices, words } = deps;
  const ring = () => events.command({ command: "Originate", from: viewer.user.extension, to: number });
  try {
    await ring().catch(async (error: unknown) => {
      if (!isNotRegistered(error) || !(await ownPhoneRegisters(deps))) throw error;
      return ring();
    });
    // It says what to do next, which takes longer to read than a confirmation.
    const text = words.get().text(clickToDialMessages, "clickToDial.originating", { number });
    notices.success(text, { forMs: ERROR_SNACKBAR_MS });
  } catch (error) {
    notices.error(words.get().say(sayError(error, "sipua.error.initiateCall")));
  }
}

const isNotRegistered = (error: unknown): boolean => answerOf(error)?.code === "command.notRegistered";

/** CTD-10: this page's phone may be the person's only one, and not registered yet. @returns whether it is now */
async function ownPhoneRegisters({ clock, softphone }: ClickToDialDeps): Promise<boolean> {
  await until(clock, softphone, ({ kind }) => kind !== "loading");
  const slot = softphone.get();
  if (slot.kind !== "ready") return false;
  return until(clock, slot.softphone.button, ({ status }) => status === "registered");
}

/** Settles when the condition is true, or after the timeout. @returns whether it is true */
async function until<State>(
  clock: Clock,
  readable: Readable<State>,
  isSo: (state: State) => boolean,
): Promise<boolean> {
  if (isSo(readable.get())) return true;
  return new Promise((resolve) => {
    const settle = () => {
      leave();
      cancel();
      resolve(isSo(readable.get()));
    };
    const leave = readable.subscribe(() => {
      if (isSo(readable.get())) settle();
    });
    const cancel = clock.setTimeout(settle, PHONE_WAIT_MS);
  });
}
