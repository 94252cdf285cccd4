import type { ThingArea } from "@callpanel/contract";
import { Segments } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useSegment } from "../../../shared/useSegment.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { NewThing } from "./NewThing.tsx";
import { THING_KINDS } from "./thing.kinds.ts";
import { ThingList } from "./ThingList.tsx";
import { ThingPage } from "./ThingPage.tsx";
import { thingsMessages } from "./things.messages.ts";
import styles from "./Thing.module.css";

export const NumbersScreen = () => <ThingsScreen area="numbers" />;
export const LotsScreen = () => <ThingsScreen area="lots" />;
export const LinesScreen = () => <ThingsScreen area="lines" />;

/** The things of an area: the list of a kind, the form of a new one, and the page of one. */
function ThingsScreen({ area }: { readonly area: ThingArea }) {
  const t = useWords(thingsMessages);
  const navigate = useNavigate();
  const asked = useSegment("kind");
  const id = useSegment("id");
  const kinds = THING_KINDS[area];
  const kind = kinds.find((one) => one.kind === asked) ?? kinds[0];
  if (id === "new") return <NewThing key={kind.kind} kind={kind} />;
  if (id !== null) return <ThingPage key={`${kind.kind} ${id}`} kind={kind} id={id} />;
  return (
    <>
      {kinds.length === 1 ? null : (
        <div className={styles.kinds}>
          <Segments
            label={t(`things.${area === "numbers" ? "numbers" : "lines"}.kinds`)}
            segments={kinds.map((one) => ({ value: one.kind, label: t(`things.${one.kind}.title`) }))}
            value={kind.kind}
            onChange={(chosen) => {
              const to = kinds.find((one) => one.kind === chosen)?.path;
              if (to !== undefined) void navigate({ to });
            }}
          />
        </div>
      )}
      <ThingList key={kind.kind} kind={kind} />
    </>
  );
}
