import { Skeleton } from "@callpanel/ui";
import { useRows } from "../rows.ts";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePainted } from "../../../shared/painted.ts";
import { useSubject } from "../subject.ts";
import { FollowMeSection } from "./FollowMeSection.tsx";
import { ForwardSection } from "./ForwardSection.tsx";
import { IncomingCalls } from "./IncomingCalls.tsx";
import { IntercomSection } from "./IntercomSection.tsx";
import { callWaiting, doNotDisturb, followMe, forward, intercom } from "./phoneStatus.api.ts";
import styles from "./PhoneStatusPage.module.css";

/** How calls reach a person: ringing and forwarding (spec 1 §3, settings). */
export function PhoneStatusPage() {
  const lists = {
    dnd: useRows(doNotDisturb),
    waiting: useRows(callWaiting),
    intercom: useRows(intercom),
    forward: useRows(forward),
    follow: useRows(followMe),
  };
  const all = Object.values(lists);
  // The long forms below the visible part (SHELL-40).
  const isPainted = usePainted();
  const subject = useSubject();
  const failed = all.find(({ data, isError }) => isError && data === undefined);
  if (failed)
    return (
      <LoadFailed
        error={failed.error}
        fallback="settings.users"
        onRetry={() => void Promise.all(all.filter(({ isError }) => isError).map(({ refetch }) => refetch()))}
      />
    );
  if (all.some(({ isLoading }) => isLoading)) return <PageSkeleton />;
  const { userId, rowOf } = subject;
  const rows = { dnd: rowOf(lists.dnd.data), waiting: rowOf(lists.waiting.data) };
  const intercomRow = rowOf(lists.intercom.data);
  const forwardRow = rowOf(lists.forward.data);
  const followRow = rowOf(lists.follow.data);
  return (
    <>
      {rows.dnd || rows.waiting ? <IncomingCalls dnd={rows.dnd} waiting={rows.waiting} /> : null}
      {forwardRow ? <ForwardSection key={`forward ${userId}`} row={forwardRow} /> : null}
      {isPainted && followRow ? <FollowMeSection key={`follow ${userId}`} row={followRow} /> : null}
      {isPainted && intercomRow ? <IntercomSection row={intercomRow} /> : null}
    </>
  );
}

function PageSkeleton() {
  return (
    <div className={styles.skeletons} aria-busy="true">
      <Skeleton height={140} />
      <Skeleton height={160} />
      <Skeleton height={420} />
    </div>
  );
}
