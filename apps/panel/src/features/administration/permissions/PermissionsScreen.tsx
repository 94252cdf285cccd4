import { useSegment } from "../../../shared/useSegment.ts";
import { GroupList } from "./GroupList.tsx";
import { GroupPage } from "./GroupPage.tsx";
import { NewGroup } from "./NewGroup.tsx";

/** Groups of the company: the list, the form of a new one, and the page of one (`/groups/<name>`: a group may be called anything). */
export function PermissionsScreen() {
  const part = useSegment("part");
  const name = useSegment("name");
  if (part === "new") return <NewGroup />;
  if (part === "groups" && name !== null) return <GroupPage key={name} name={name} />;
  return <GroupList />;
}
