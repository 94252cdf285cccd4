import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import type { AnyRoute } from "@tanstack/react-router";
import type { LoadScreen, PanelFeature } from "../shared/feature.ts";
import { PAGES, areParams } from "../shared/routes.ts";
import type { Page } from "../shared/routes.ts";

const PageFailed = lazyRouteComponent(() => import("./shell/PageFailed.tsx"), "PageFailed");
const loadPlanned: LoadScreen = async () => ({ Screen: (await import("./shell/PlannedPage.tsx")).PlannedPage });

/** The route table, joined with the code that there is: a route for each address of each page. */
export function pageRoutes(workplace: AnyRoute, features: readonly PanelFeature[]): readonly AnyRoute[] {
  const frames = new Map(
    features.flatMap(({ area, frame }) => (frame ? [[area, frameRoute(workplace, area, frame)] as const] : [])),
  );
  const routesIn = (parent: AnyRoute, pages: readonly Page[]) =>
    pages.flatMap((page) => {
      const feature = features.find(({ area }) => area === page.area);
      return addressesOf(parent, page, feature?.pages[page.name] ?? loadPlanned);
    });
  return [
    ...[...frames].map(([area, frame]) =>
      frame.addChildren(
        routesIn(
          frame,
          PAGES.filter((page) => page.area === area),
        ),
      ),
    ),
    ...routesIn(
      workplace,
      PAGES.filter(({ area }) => !frames.has(area)),
    ),
  ];
}

function frameRoute(workplace: AnyRoute, id: string, frame: LoadScreen): AnyRoute {
  return createRoute({
    getParentRoute: () => workplace,
    id,
    component: lazyRouteComponent(frame, "Screen"),
    errorComponent: PageFailed,
  });
}

function addressesOf(parent: AnyRoute, page: Page, load: LoadScreen): readonly AnyRoute[] {
  const { name, paths, params = [], caseSensitive = false } = page;
  return paths.map((path) =>
    createRoute({
      getParentRoute: () => parent,
      path: [path, ...params.map((param) => `{-$${param}}`)].join("/"),
      caseSensitive,
      staticData: { page: name },
      beforeLoad({ params: given }: { readonly params: Readonly<Record<string, string | undefined>> }) {
        if (!areParams(given)) redirect({ to: "/", replace: true, throw: true });
      },
      component: lazyRouteComponent(load, "Screen"),
      errorComponent: PageFailed,
    }),
  );
}
