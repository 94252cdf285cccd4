import { useSegment } from "../../../shared/useSegment.ts";
import { NewService } from "./NewService.tsx";
import { QUEUES, ROOMS } from "./service.kinds.ts";
import type { ServiceKind } from "./service.kinds.ts";
import { ServiceList } from "./ServiceList.tsx";
import { ServicePage } from "./ServicePage.tsx";

export const QueuesScreen = () => <ServicesScreen kind={QUEUES} />;
export const RoomsScreen = () => <ServicesScreen kind={ROOMS} />;

/** Queues or rooms: the list, the form of a new one, and the page of one. */
function ServicesScreen({ kind }: { readonly kind: ServiceKind }) {
  const number = useSegment("id");
  if (number === null) return <ServiceList kind={kind} />;
  if (number === "new") return <NewService kind={kind} />;
  return <ServicePage key={number} kind={kind} number={number} />;
}
