import type { PanelErrorCode, HostCall, HostMessage, PanelMessage } from "@callpanel/contract";
import type { HostWindow } from "../../shared/hostWindow.ts";
import type { NumberNames } from "../../shared/phone/numberNames.ts";
import type { SlotOf, Softphone } from "../../shared/phone/softphone.ts";
import { buttonOf } from "../../shared/phone/softphoneButton.ts";
import type { Readable } from "../../shared/store.ts";

export type PhoneSlot = SlotOf<Pick<Softphone, "button" | "calls">>;

export interface HostLinkDeps {
  readonly host: HostWindow;
  readonly softphone: Readable<PhoneSlot>;
  readonly numberNames: Pick<NumberNames, "of">;
  /** Does what the person chose for click-to-dial. @returns why not, or null */
  readonly dial: (destination: string) => PanelErrorCode | null;
}

/** EMBED-12 to EMBED-14: executes the host's commands and sends it the state of phone and calls. @returns a stop function */
export function startHostLink({ host, softphone, numberNames, dial }: HostLinkDeps): () => void {
  let told = "";
  const calls = new Map<string, HostCall>();
  let leavePhone = (): void => undefined;
  /** Of calls without a name, by number: stops looking for it. */
  const lookUps = new Map<string, () => void>();

  const sendState = (asked: boolean) => {
    const state = stateOf(softphone.get());
    const text = JSON.stringify(state);
    if (!asked && text === told) return;
    told = text;
    host.send(state);
  };
  const sendCall = (call: HostCall) => host.send({ type: "callpanel:call", call });
  const named = (call: HostCall): HostCall => {
    if (call.name !== "" || call.number === "") return call;
    const found = numberNames.of(call.number);
    if (!lookUps.has(call.number)) lookUps.set(call.number, found.subscribe(look));
    return { ...call, name: found.get()?.name ?? "" };
  };
  const sendCalls = () => {
    const present = callsOf(softphone.get()).map(named);
    for (const call of present) {
      const before = calls.get(call.id);
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(call)) continue;
      calls.set(call.id, call);
      sendCall(call);
    }
    for (const [id, call] of calls) {
      if (present.some((one) => one.id === id)) continue;
      calls.delete(id);
      sendCall({ ...call, state: "ended" });
    }
    for (const [number, stop] of lookUps) {
      if (present.some((one) => one.number === number)) continue;
      lookUps.delete(number);
      stop();
    }
  };
  function look(): void {
    sendState(false);
    sendCalls();
  }
  const follow = () => {
    leavePhone();
    const slot = softphone.get();
    leavePhone = slot.kind === "ready" ? slot.softphone.calls.subscribe(look) : () => undefined;
    look();
  };
  const obey = (message: HostMessage) => {
    if (message.type === "callpanel:hello") {
      sendState(true);
      for (const call of calls.values()) sendCall(call);
    }
    if (message.type === "callpanel:dial") {
      const error = dial(message.destination);
      host.send({ type: "callpanel:dial_result", id: message.id ?? null, accepted: error === null, error });
    }
  };

  const leaveNames = () => {
    for (const stop of lookUps.values()) stop();
  };
  const stops = [host.onMessage(obey), softphone.subscribe(follow), () => leavePhone(), leaveNames];
  follow();
  return () => {
    for (const stop of stops) stop();
  };
}

function stateOf(slot: PhoneSlot): PanelMessage {
  const phone = slot.kind === "absent" ? "absent" : buttonOf(slot).get().status;
  return { type: "callpanel:state", version: 1, signedIn: true, phone };
}

function callsOf(slot: PhoneSlot): readonly HostCall[] {
  if (slot.kind !== "ready") return [];
  return slot.softphone.calls
    .get()
    .map(({ id, number, name, direction, visual }) => ({ id, number, name, direction, state: visual }));
}
