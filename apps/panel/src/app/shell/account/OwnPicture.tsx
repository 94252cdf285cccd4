import { Avatar } from "@callpanel/ui";
import { usePanel, useService } from "../../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../../shared/live/liveBuddies.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { fullNameOf } from "../../../shared/viewer.ts";

/** The person's own picture with the state of their phone. */
export function OwnPicture({ sizePx }: { readonly sizePx: number }) {
  const { viewer } = usePanel();
  const liveBuddies = useService(LIVE_BUDDIES);
  const { user } = viewer;
  const live = useSnapshot(liveBuddies.of(user.extension));
  return <Avatar name={fullNameOf(user)} src={user.pictureProfileUrl} size={sizePx} state={live?.presence} />;
}
