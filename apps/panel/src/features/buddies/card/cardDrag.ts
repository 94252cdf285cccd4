import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import type { Edge } from "../watched/watched.model.ts";

/** The drag data of a card; other things that are dragged over cards have other kinds. */
const KIND = "watched-buddy";

export interface CardDragOptions {
  readonly id: number;
  readonly onDrop: (moved: number, edge: Edge) => void;
}

/** BUDDIES-19: one card of the watched list. `data-drop` is the edge where a drop would go. @returns a stop function */
export function joinCardDrag(card: HTMLElement, { id, onDrop }: CardDragOptions): () => void {
  const show = (edge: Edge | null) => {
    if (edge === null) delete card.dataset["drop"];
    else card.dataset["drop"] = edge;
  };
  const leave = combine(
    draggable({
      element: card,
      getInitialData: () => ({ kind: KIND, id }),
      onDragStart: () => (card.dataset["dragged"] = ""),
      onDrop: () => delete card.dataset["dragged"],
    }),
    dropTargetForElements({
      element: card,
      canDrop: ({ source }) => source.data["kind"] === KIND && source.data["id"] !== id,
      onDragEnter: ({ location }) => show(edgeOf(card, location.current.input)),
      onDrag: ({ location }) => show(edgeOf(card, location.current.input)),
      onDragLeave: () => show(null),
      onDrop: ({ source, location }) => {
        show(null);
        onDrop(Number(source.data["id"]), edgeOf(card, location.current.input));
      },
    }),
  );
  return () => {
    show(null);
    delete card.dataset["dragged"];
    leave();
  };
}

/** Cards side by side have a left and a right edge, cards in one column an upper and a lower one. */
function edgeOf(card: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Edge {
  const { left, top, width, height } = card.getBoundingClientRect();
  const inOneColumn = width * 1.5 > (card.parentElement?.clientWidth ?? 0);
  card.dataset["axis"] = inOneColumn ? "vertical" : "horizontal";
  const first = inOneColumn ? clientY < top + height / 2 : clientX < left + width / 2;
  return first ? "before" : "after";
}
