import type { PhoneKeys } from "../../../shared/phone/softphone.ts";
import type { DeviceKeys, KeysDeps } from "./deviceKeys.ts";

/** Loads what listens to keys of devices when there is something to listen to. */
export function createKeysDesk(deps: KeysDeps): PhoneKeys & { readonly stop: () => void } {
  const { phone, view } = deps;
  let loading: Promise<DeviceKeys> | undefined;
  let isStopped = false;
  const load = async () => {
    const keys = (await import("./deviceKeys.ts")).createDeviceKeys(deps);
    if (isStopped) keys.stop();
    return keys;
  };
  const loaded = () => (loading ??= load());
  const leave = phone.subscribe(() => {
    if (phone.getSnapshot().calls.length === 0) return;
    leave();
    loaded().catch(() => (loading = undefined));
  });
  const look = async () => {
    if (!mayUseHid(view.document)) return;
    const allowed = await view.navigator.hid?.getDevices();
    if (allowed && allowed.length > 0) await loaded();
  };
  look().catch(() => undefined); // forbidden by a policy of the page
  return {
    headsets: async () => (await loaded()).headsets,
    stop() {
      isStopped = true;
      leave();
      loading?.then(({ stop }) => stop()).catch(() => undefined);
    },
  };
}

/** Chrome alone has both. A request that the policy of a frame forbids is a line in the console of the host's page. */
function mayUseHid(document: Document): boolean {
  const policy: unknown = "featurePolicy" in document ? document.featurePolicy : undefined;
  if (typeof policy !== "object" || policy === null || !("allowsFeature" in policy)) return true;
  const { allowsFeature } = policy;
  return typeof allowsFeature !== "function" || allowsFeature.call(policy, "hid") === true;
}
