import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import type { AnyRoute } from "@tanstack/react-router";
import type { Clock } from "../shared/clock.ts";
import type { LoadScreen, PanelFeature } from "../shared/feature.ts";
import type { PagesAhead } from "../shared/pagesAhead.ts";
import { PAGES, areParams } from "../shared/routes.ts";
import type { Page } from "../shared/routes.ts";
import type { LocaleStore } from "./locale.store.ts";
import { loadInTime } from "./pageLoading.ts";
import { NoFrame } from "./shell/embedded/NoFrame.tsx";

/** The front doors of the features are not needed before the sign-in, so their code is loaded later. */
export type LoadFeatures = () => Promise<readonly PanelFeature[]>;

const PageFailed = lazyRouteComponent(() => import("./shell/PageFailed.tsx"), "PageFailed");
const loadNothing: LoadScreen = () => Promise.reject(new Error("no feature shows this page"));
const loadNoFrame: LoadScreen = async () => ({ Screen: NoFrame });

export interface PageRoutesDeps {
  readonly ahead: PagesAhead;
  readonly clock: Clock;
  readonly loadFeatures: LoadFeatures;
  readonly words: Pick<LocaleStore, "need">;
}

/** The route table combined with the code: a route for each address of each page, in the frame of its area. */
export function pageRoutes(
  workplace: AnyRoute,
  { ahead, clock, loadFeatures, words }: PageRoutesDeps,
): readonly AnyRoute[] {
  /** A view of the feature that has it, with the feature's texts. */
  const loadOf = (viewOf: (feature: PanelFeature) => LoadScreen | undefined, otherwise: LoadScreen) =>
    loadInTime(async () => {
      const feature = (await loadFeatures()).find(viewOf);
      const load = feature && viewOf(feature);
      if (load === undefined) return otherwise();
      const [screen] = await Promise.all([load(), feature?.texts && words.need(feature.texts)]);
      return screen;
    }, clock);
  const areas = [...new Set(PAGES.map(({ area }) => area))];
  return areas.map((area): AnyRoute => {
    const frame = createRoute({
      getParentRoute: () => workplace,
      id: area,
      component: lazyRouteComponent(
        loadOf(({ menu, frame: load }) => (menu?.area === area ? load : undefined), loadNoFrame),
        "Screen",
      ),
      errorComponent: PageFailed,
    });
    const pages = PAGES.filter((page) => page.area === area);
    return frame.addChildren(
      pages.flatMap((page) =>
        addressesOf(frame, {
          page,
          ahead,
          load: loadOf(({ pages: built }) => built?.[page.name], loadNothing),
        }),
      ),
    );
  });
}

interface AddressesDeps {
  readonly page: Page;
  readonly ahead: PagesAhead;
  readonly load: LoadScreen;
}

function addressesOf(parent: AnyRoute, { page, ahead, load }: AddressesDeps): readonly AnyRoute[] {
  const { name, paths, params = [], caseSensitive = false } = page;
  return paths.map((path) =>
    createRoute({
      getParentRoute: () => parent,
      path: [path, ...params.map((param) => `{-$${param}}`)].join("/"),
      caseSensitive,
      staticData: { page: name },
      beforeLoad({ params: given }: { readonly params: Readonly<Record<string, string | undefined>> }) {
        if (!areParams(given)) redirect({ to: "/", replace: true, throw: true });
        const prepared = ahead.prepare(name, given);
        // Its code is loaded meanwhile; a failure is reported when the page is rendered.
        if (prepared !== undefined) load().catch(() => undefined);
        return prepared;
      },
      component: lazyRouteComponent(load, "Screen"),
      errorComponent: PageFailed,
    }),
  );
}
