import type { CallDetails } from "@callpanel/contract";
import { Button, IconHistory, IconPhone } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { Drawer, DrawerHead, DrawerTools } from "../../../shared/drawer/Drawer.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { callQuery } from "../call-history.api.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import { calleeOf, callerOf, peerOf } from "../../../shared/phone/pastCall.ts";
import { CallerNotes } from "../../../shared/phone/notes/CallerNotes.tsx";
import { NOTE_DRAFTS } from "../../../shared/phone/notes/noteDrafts.ts";
import { isNotable } from "../../../shared/phone/notes/notes.api.ts";
import { CallMenu } from "../CallMenu.tsx";
import { useCallTitle } from "../CallRow.tsx";
import { useEndName } from "../useEndName.ts";
import { useZoned } from "../useZoned.ts";
import { CallChain } from "./CallChain.tsx";
import { CallFacts } from "./CallFacts.tsx";
import { CallQuality } from "./CallQuality.tsx";
import { Recordings } from "./Recordings.tsx";

export interface CallDrawerProps {
  readonly id: number;
  /** Each new number plays the first recording. */
  readonly play?: number | undefined;
  readonly zone: string;
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

/** Heights of the head, the player and the facts, px. */
const SHAPES = [44, 44, 140];

/** The open call, next to the list. */
export function CallDrawer({ id, play, zone, onOpen, onClose }: CallDrawerProps) {
  const t = useWords(callHistoryMessages);
  const { api } = usePanel();
  return (
    <Drawer
      label={t("callHistory.details")}
      query={useQuery(callQuery(api, id, zone))}
      gone={{ icon: IconHistory, title: t("callHistory.goneTitle"), text: t("callHistory.goneText") }}
      fallback="cdrs.load"
      shapes={SHAPES}
      closeLabel={t("callHistory.close")}
      onClose={onClose}
    >
      {(call) => <OpenCall call={call} play={play} zone={zone} onOpen={onOpen} onClose={onClose} />}
    </Drawer>
  );
}

interface OpenCallProps extends Omit<CallDrawerProps, "id"> {
  readonly call: CallDetails;
}

function OpenCall({ call, play, zone, onOpen, onClose }: OpenCallProps) {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const dial = useDial();
  const write = useNumberText(viewer);
  const title = useCallTitle(call);
  const formats = useZoned(zone);
  const peer = peerOf(call, viewer.user.id);
  return (
    <>
      <DrawerHead title={<bdi>{title}</bdi>} closeLabel={t("callHistory.close")} onClose={onClose}>
        <time dateTime={call.calldate}>{formats.dateTime(call.calldate)}</time>
      </DrawerHead>
      <Recordings call={call} play={play} zone={zone} />
      <DrawerTools>
        {dial === null || peer === null ? null : (
          <Button icon={IconPhone} onClick={() => dial(peer.number)}>
            {t("callHistory.call", { number: write(peer.number) })}
          </Button>
        )}
        <CallMenu call={call} title={title} />
      </DrawerTools>
      <CallFacts call={call} zone={zone} />
      <CallQuality quality={call.quality} />
      <CallChain call={call} zone={zone} onOpen={onOpen} />
      <Notes call={call} />
    </>
  );
}

/** NOTE-8: about the end of the call that is outside. */
function Notes({ call }: { readonly call: CallDetails }) {
  const { api, viewer, clock } = usePanel();
  const drafts = useService(NOTE_DRAFTS);
  const end = [callerOf(call), calleeOf(call)].find(({ number }) => isNotable(number));
  const name = useEndName(end ?? callerOf(call)).name;
  if (end === undefined) return null;
  return <CallerNotes sources={{ api, viewer, clock, drafts }} numbers={[end.number]} name={name} />;
}
