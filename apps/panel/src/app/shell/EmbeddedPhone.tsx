import { useEffect } from "react";
import { useSnapshot } from "../../shared/store.ts";
import { buttonOf } from "../../shared/softphoneButton.ts";
import type { Workplace } from "../workplace.ts";
import { CallBarSlot, SoftphoneDock } from "./SoftphoneDock.tsx";

/**
 * EMBED-9: no dialer, but no call is lost: one that rings lies over the page, one that goes on stands at the foot, from
 * where the whole phone can be opened for as long as there is a call.
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
