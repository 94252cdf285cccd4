import type { CallSnapshot } from "@callpanel/webphone";
import { IconButton, IconVideo } from "@callpanel/ui";
import { useAddVideo } from "../../../../shared/phone/videoCalls.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { callMessages } from "../../call.messages.ts";
import { personOf } from "../../softphone.model.ts";

interface AddVideoButtonProps {
  readonly call: CallSnapshot;
  readonly peer: string;
}

/** VCALL-1: `Add video` in a conversation with one person; nothing for people who may not create rooms. */
export function AddVideoButton({ call, peer }: AddVideoButtonProps) {
  const t = useWords(callMessages);
  const add = useAddVideo();
  const kind = call.far?.kind;
  const isTalking = call.state === "answered" && !call.isOnHold && !call.transfer;
  if (add === null || !isTalking || (kind !== "person" && kind !== "outside")) return null;
  const { number } = personOf(call);
  return (
    <IconButton
      size="small"
      icon={IconVideo}
      label={t("softphone.call.addVideo")}
      onClick={() => add({ number, name: peer, isOutside: kind === "outside" })}
    />
  );
}
