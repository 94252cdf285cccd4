/** The place of the meeting's window: four layouts that exclude each other (spec 1 §2, video overlay). */
export const LAYOUTS = ["docked", "minimized", "fullscreen", "expanded"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Where an expanded window is, CSS px from the top left of the page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowPlace {
  readonly layout: Layout;
  readonly box: Box;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export const LEAST = { width: 300, height: 400 } as const;
/** A window is never moved out of reach: so much of it stays on the screen. */
const KEPT_PX = 120;
const BAR_PX = 44;
const FIRST: Box = { x: 80, y: 80, width: 720, height: 560 };

export const FIRST_PLACE: WindowPlace = { layout: "docked", box: FIRST };

export type PlaceStep =
  /** A layout again leaves it: the window is then expanded. */
  | { readonly type: "toggled"; readonly layout: Exclude<Layout, "expanded"> }
  | { readonly type: "moved"; readonly x: number; readonly y: number }
  | { readonly type: "sized"; readonly width: number; readonly height: number };

/** VROOM-11: moving and sizing make a window expanded, within its bounds and the screen. */
export function stepPlace(place: WindowPlace, step: PlaceStep, screen: Screen): WindowPlace {
  const { box, layout } = place;
  switch (step.type) {
    case "toggled":
      return { box: fitted(box, screen), layout: layout === step.layout ? "expanded" : step.layout };
    case "moved":
      return { layout: "expanded", box: fitted({ ...box, x: step.x, y: step.y }, screen) };
    case "sized":
      return { layout: "expanded", box: fitted({ ...box, width: step.width, height: step.height }, screen) };
  }
}

export function fitted({ x, y, width, height }: Box, screen: Screen): Box {
  const bounded = {
    width: Math.max(LEAST.width, Math.min(width, screen.width)),
    height: Math.max(LEAST.height, Math.min(height, screen.height)),
  };
  return {
    ...bounded,
    x: Math.round(Math.max(KEPT_PX - bounded.width, Math.min(x, screen.width - KEPT_PX))),
    y: Math.round(Math.max(0, Math.min(y, screen.height - BAR_PX))),
  };
}
