import type { CallSnapshot } from "@callpanel/webphone";
import { CallerNotes } from "../../../shared/phone/notes/CallerNotes.tsx";
import { LatestNote } from "../../../shared/phone/notes/LatestNote.tsx";
import { useNoteSources } from "../home/useNoteSources.ts";
import { isThing, isListening, personOf } from "../softphone.model.ts";

/** The number of the other party; null: a service, a room, or a call that listens in. */
const aboutOf = (call: CallSnapshot): string | null =>
  isThing(call) || isListening(call) ? null : personOf(call).number;

/** NOTE-8: the notes about who is at the other end of the open call. */
export function CallNotes({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const sources = useNoteSources();
  const number = aboutOf(call);
  return number === null ? null : <CallerNotes sources={sources} numbers={[number]} name={peer} />;
}

/** NOTE-8: the latest of them while the call rings. */
export function RingingNote({ call }: { readonly call: CallSnapshot }) {
  const sources = useNoteSources();
  const number = aboutOf(call);
  return number === null ? null : <LatestNote sources={sources} number={number} />;
}
