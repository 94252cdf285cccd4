import type { MenuProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { cloneElement, createContext, useContext, useEffect, useRef, useState } from "react";
import type { ComponentProps, ComponentType, ReactElement, ReactNode, Ref, RefObject } from "react";
import { flushSync } from "react-dom";
import type { LazyPart } from "./lazyPart.tsx";
import type { menuParts } from "./menuParts.tsx";

type Parts = typeof menuParts;

let loaded: Parts | null = null;
let loading: Promise<void> | null = null;

/** Loads the code of menus. A menu that is opened earlier loads it itself and opens afterwards. */
export function preloadMenus(): Promise<void> {
  loading ??= import("./menuParts.tsx").then(
    (module) => {
      loaded = module.menuParts;
    },
    (error: unknown) => {
      loading = null; // the next hover, focus or click tries again
      throw error;
    },
  );
  return loading;
}

interface Scene {
  readonly parts: Parts | null;
  readonly target: RefObject<HTMLElement | null>;
  /** Opens the menu when its code is loaded. */
  readonly ask: () => void;
  /** Loads the code of the menu. */
  readonly load: () => Promise<unknown>;
}

const SceneContext = createContext<Scene | null>(null);

export interface PopMenuProps extends MenuProps {
  /** The part with all its items, if their code is separate: the menu opens when it is loaded too. */
  readonly items?: Pick<LazyPart<never>, "preload" | "isReady">;
}

/**
 * A menu whose code is loaded on hover or focus, and which is rendered when it is first opened: a page has one in each row,
 * and closed ones would cost more than the rows. Its parts are properties: `PopMenu.Target`, `.Dropdown`, `.Item`, …
 */
export function PopMenu({ children, items, ...rest }: PopMenuProps) {
  const [parts, setParts] = useState(rest.opened === true && items?.isReady() !== false ? loaded : null);
  const [ownOpened, setOwnOpened] = useState(false);
  const target = useRef<HTMLElement>(null);
  const arrive = (): void => {
    const hadFocus = target.current !== null && target.current === document.activeElement;
    // Rendered closed first: a menu that is mounted open would not know where to return the focus.
    flushSync(() => setParts(loaded));
    // Its button was rendered again as a new element.
    if (hadFocus) target.current?.focus();
    setOwnOpened(true);
  };
  const load = (): Promise<unknown> => Promise.all([preloadMenus(), items?.preload()]);
  const isAsked = useRef(false);
  const ask = (): void => {
    if (parts !== null || isAsked.current) return;
    isAsked.current = true;
    const before = document.activeElement;
    const leave = (): void => rest.onClose?.();
    const open = (): void => (hasMovedOn(before) ? leave() : arrive());
    // Without the network it stays closed, and the shell says why.
    const opening = load().then(open, leave);
    void opening.finally(() => {
      isAsked.current = false;
    });
  };
  const isWanted = rest.opened === true;
  useEffect(() => {
    if (isWanted) ask();
  });

  const scene = { parts, target, ask, load };
  if (parts === null) return <SceneContext value={scene}>{children}</SceneContext>;
  const onChange = (next: boolean): void => {
    setOwnOpened(next);
    rest.onChange?.(next);
  };
  return (
    <SceneContext value={scene}>
      <parts.Menu {...rest} opened={rest.opened ?? ownOpened} onChange={onChange}>
        {children}
      </parts.Menu>
    </SceneContext>
  );
}

/** Whether the focus went elsewhere since: the user writes there, and the menu would take it. */
function hasMovedOn(before: Element | null): boolean {
  const { activeElement } = document;
  return activeElement !== document.body && activeElement !== before;
}

interface TargetProps {
  readonly children: ReactElement<{
    ref?: Ref<HTMLElement>;
    onClick?: () => void;
    onFocus?: () => void;
    onPointerEnter?: () => void;
    "aria-haspopup"?: "menu";
    "aria-expanded"?: boolean;
  }>;
}

function Target({ children }: TargetProps) {
  const { parts, target, ask, load } = useScene();
  const ref = useMergedRef(target, children.props.ref ?? null);
  if (parts !== null) return <parts.Target>{cloneElement(children, { ref })}</parts.Target>;
  const fetchEarly = (): void => void load().catch(() => undefined);
  return cloneElement(children, {
    ref,
    onClick: ask,
    // Only loaded: a new button element under a pressed pointer would lose the click.
    onFocus: fetchEarly,
    onPointerEnter: fetchEarly,
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
}

/** A part that is rendered only inside an open menu. */
function part<Name extends Exclude<keyof Parts, "Menu" | "Target">>(
  draw: (parts: Parts, props: ComponentProps<Parts[Name]>) => ReactNode,
): ComponentType<ComponentProps<Parts[Name]>> {
  return (props) => {
    const { parts } = useScene();
    return parts === null ? null : draw(parts, props);
  };
}

function useScene(): Scene {
  const scene = useContext(SceneContext);
  if (scene === null) throw new Error("a part of PopMenu outside of a PopMenu");
  return scene;
}

PopMenu.Target = Target;
PopMenu.Dropdown = part<"Dropdown">(({ Dropdown }, props) => <Dropdown {...props} />);
PopMenu.Item = part<"Item">(({ Item }, props) => <Item {...props} />);
PopMenu.Label = part<"Label">(({ Label }, props) => <Label {...props} />);
PopMenu.Divider = part<"Divider">(({ Divider }, props) => <Divider {...props} />);
PopMenu.CheckboxItem = part<"CheckboxItem">(({ CheckboxItem }, props) => <CheckboxItem {...props} />);
PopMenu.RadioGroup = part<"RadioGroup">(({ RadioGroup }, props) => <RadioGroup {...props} />);
PopMenu.RadioItem = part<"RadioItem">(({ RadioItem }, props) => <RadioItem {...props} />);
