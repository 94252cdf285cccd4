import type { SipConfig } from "@callpanel/contract";
import { CONTACT_DESK } from "../../shared/contactDesk.ts";
import type { FeaturePanel, PanelFeature } from "../../shared/feature.ts";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { LIVE_PARKING } from "../../shared/live/liveParking.ts";
import { LIVE_QUEUES } from "../../shared/live/liveQueues.ts";
import { UNREAD_VOICEMAIL } from "../../shared/live/unreadVoicemail.ts";
import { MOVING } from "../../shared/phone/moving.ts";
import { NOTE_DRAFTS } from "../../shared/phone/notes/noteDrafts.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { REACHABILITY } from "../../shared/phone/reachability.ts";
import type { Viewer } from "../../shared/viewer.ts";
import { WELCOME } from "../../shared/welcome.ts";
import { softphoneLoadMessages } from "./softphoneLoad.messages.ts";

const loadCode = () => import("./createSoftphone.ts");

/** The phone in the panel. Its code is loaded after sign-in, and only for people who may have one. */
export const softphone: PanelFeature = {
  preload(flags) {
    // A failure shows when it is used.
    if (flags.softphone) loadCode().catch(() => undefined);
  },
  start(panel) {
    let isStopped = false;
    const look = () => {
      const viewer = panel.signedIn.get();
      if (viewer?.flags.softphone === true) void load(panel, viewer, () => isStopped);
      else if (viewer !== null) withdraw(panel);
    };
    const leave = panel.signedIn.subscribe(look);
    return () => {
      isStopped = true;
      leave();
      const slot = panel.softphone.get();
      if (slot.kind === "ready") slot.softphone.stop();
      panel.softphone.dispatch({ kind: "absent" });
    };
  },
};

/** SOFT-93. A phone that is being loaded sees it when it is there. */
function withdraw({ softphone: slot }: FeaturePanel): void {
  const now = slot.get();
  if (now.kind === "loading") return;
  if (now.kind === "ready") now.softphone.stop("withdrawn");
  slot.dispatch({ kind: "absent" });
}

/** A phone that runs is left alone: loading again must not end a call. */
async function load(panel: FeaturePanel, viewer: Viewer, isStopped: () => boolean): Promise<void> {
  const { softphone: slot, notices, words } = panel;
  const { kind } = slot.get();
  if (kind === "ready" || kind === "loading") return;
  if (viewer.sip === null) return slot.dispatch({ kind: "failed" });
  slot.dispatch({ kind: "loading" });
  try {
    const [{ createSoftphone }, sip] = await Promise.all([loadCode(), announced(panel, viewer.sip)]);
    if (isStopped()) return;
    if (panel.signedIn.get()?.flags.softphone !== true) return slot.dispatch({ kind: "absent" });
    const unreadVoicemail = UNREAD_VOICEMAIL.of(panel);
    const created = createSoftphone({
      ...panel,
      viewer,
      sip,
      featureCodes: {
        get: () => panel.signedIn.get()?.featureCodes ?? viewer.featureCodes,
        subscribe: panel.signedIn.subscribe,
      },
      liveBuddies: LIVE_BUDDIES.of(panel),
      liveParking: LIVE_PARKING.of(panel),
      liveQueues: LIVE_QUEUES.of(panel),
      moving: MOVING.of(panel),
      numberNames: NUMBER_NAMES.of(panel),
      contactDesk: CONTACT_DESK.of(panel),
      noteDrafts: NOTE_DRAFTS.of(panel),
      reachability: REACHABILITY.of(panel),
      welcome: WELCOME.of(panel),
      unreadVoicemail,
      onMessageWaiting: unreadVoicemail.tell,
      onWithdrawn: () => withdraw(panel),
    });
    slot.dispatch({ kind: "ready", softphone: created });
  } catch {
    slot.dispatch({ kind: "failed" });
    notices.error(words.get().text(softphoneLoadMessages, "softphoneLoad.failed"));
  }
}

/** In a frame the phone has a name of its own. */
async function announced({ embedded }: FeaturePanel, sip: SipConfig): Promise<SipConfig> {
  if (!embedded) return sip;
  const { embeddedPhoneName } = await import("../embedding/index.ts");
  return { ...sip, uaVer: embeddedPhoneName(sip.uaVer) };
}
