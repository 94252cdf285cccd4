import { useEffect } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import { buttonOf } from "../../../shared/phone/softphoneButton.ts";
import type { Workplace } from "../../workplace.ts";
import { CallBarSlot, SoftphoneDock } from "../SoftphoneDock.tsx";

/**
 * EMBED-9: no dialer, but no call is lost: a ringing call is over the page, a call in progress is at the foot, and from
 * there the whole phone can be opened as long as there is a call.
 */
export function EmbeddedPhone({ workplace }: { readonly workplace: Workplace }) {
  const { dock, softphone } = workplace;
  const { call } = useSnapshot(buttonOf(useSnapshot(softphone)));
  const isIdle = call === "idle";
  useEffect(() => {
    if (isIdle) dock.close();
  }, [dock, isIdle]);
  return (
    <>
      <SoftphoneDock workplace={workplace} />
      <CallBarSlot workplace={workplace} />
    </>
  );
}
