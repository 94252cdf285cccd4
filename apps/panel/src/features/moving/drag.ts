/** Carrying a call under the pointer. Loaded at the first contact with a call that can be moved. */
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import type { MoveTarget, Moving, Taken } from "../../shared/phone/moving.ts";

const CALL = "callpanel/call";

export interface CallDrag {
  readonly element: HTMLElement;
  readonly moving: Moving;
  /** The call at the start of the drag; null if it cannot be dragged. */
  readonly taken: () => Taken | null;
  /** The label under the pointer during the drag. */
  readonly label: () => string;
}

/** @returns a stop function */
export function joinCallDrag({ element, moving, taken, label }: CallDrag): () => void {
  const stopDragging = draggable({
    element,
    canDrag: () => taken() !== null,
    getInitialData: () => ({ type: CALL, taken: taken() }),
    onGenerateDragPreview: ({ nativeSetDragImage }) =>
      setCustomNativeDragPreview({
        nativeSetDragImage,
        render: ({ container }) => {
          const chip = element.ownerDocument.createElement("div");
          chip.textContent = label();
          chip.style.cssText =
            "padding:8px 14px;border-radius:8px;background:var(--accent);color:var(--accent-ink);font:600 14px var(--font)";
          container.append(chip);
        },
      }),
    onDragStart: () => {
      const call = taken();
      if (call) moving.pickUp(call);
    },
  });
  const stopDropping = joinTargets(element.ownerDocument.body, moving);
  return () => {
    stopDragging();
    stopDropping();
  };
}

const joined = new WeakMap<Moving, { users: number; stop: () => void }>();

/** One drop target for the whole page: the attributes of the element under the pointer say where the call would go. */
function joinTargets(body: HTMLElement, moving: Moving): () => void {
  const known = joined.get(moving) ?? { users: 0, stop: listen(body, moving) };
  known.users += 1;
  joined.set(moving, known);
  return () => {
    known.users -= 1;
    if (known.users > 0 || moving.get().phase === "carried") return;
    known.stop();
    joined.delete(moving);
  };
}

function listen(body: HTMLElement, moving: Moving): () => void {
  const under = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const mark = body.ownerDocument.elementsFromPoint(clientX, clientY).find((one) => one.closest("[data-move-to]"));
    return mark?.closest<HTMLElement>("[data-move-to]") ?? null;
  };
  return dropTargetForElements({
    element: body,
    canDrop: ({ source }) => source.data["type"] === CALL,
    onDrag: ({ location }) => moving.hover(under(location.current.input)?.dataset["moveTo"] ?? null),
    onDrop: ({ location }) => {
      const mark = under(location.current.input);
      moving.drop(mark ? targetOf(mark) : null);
    },
  });
}

/** The attributes of `MoveMark`. */
function targetOf({ dataset }: HTMLElement): MoveTarget | null {
  const { moveTo: number = "", moveName: name = number, moveKind: kind } = dataset;
  switch (kind) {
    case "person":
    case "queue":
    case "room":
    case "lot":
      return { kind, number, name };
    case "slot":
      return { kind, number, name, isTaken: dataset["moveTaken"] !== undefined };
    default:
      return null;
  }
}
