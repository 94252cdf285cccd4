import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import type { RouterHistory } from "@tanstack/react-router";
import { DIALER_PATH, REDIRECTS, SERVICE_PATHS, isReturnPath } from "../shared/routes.ts";
import type { Panel } from "./compose.ts";
import { BrokenPage } from "./pages/BrokenPage.tsx";
import { pageRoutes } from "./pageRoutes.ts";
import type { LoadFeatures } from "./pageRoutes.ts";
import { CallbackPage } from "./pages/CallbackPage.tsx";
import { ForbiddenPage } from "./pages/ForbiddenPage.tsx";
import { LoginRoute } from "./pages/LoginRoute.tsx";
import { SignOutPage } from "./pages/SignOutPage.tsx";
import { UnsupportedPage } from "./pages/UnsupportedPage.tsx";

export interface PanelRouterDeps {
  readonly panel: Panel;
  readonly loadFeatures: LoadFeatures;
  /** SHELL-3, settled before the first route. */
  readonly supported: boolean;
  readonly history?: RouterHistory;
}

/** The routes of spec 1 §2: history mode, strict; pages come from the features' front doors. */
export function createPanelRouter({ panel, loadFeatures, supported, history }: PanelRouterDeps) {
  /** Some route has been shown. */
  let opened = false;
  const root = createRootRoute({
    component: Outlet,
    validateSearch: embeddedSearch,
    // EMBED-1: the flag stays in the address, so that a reload is embedded too.
    search: { middlewares: [retainSearchParams(["embedded"])] },
    errorComponent: () => <BrokenPage panel={panel} />,
    // SHELL-1: an unmatched path redirects to /, and a path with a slash at the end never matches.
    notFoundComponent: () => <Navigate to="/" replace />,
    beforeLoad({ location }) {
      const { pathname } = location;
      if (pathname !== "/" && pathname.endsWith("/")) redirect({ to: "/", replace: true, throw: true });
      if (!supported && !ALWAYS_PASS.includes(pathname)) {
        redirect({ to: SERVICE_PATHS.unsupported, replace: true, throw: true });
      }
    },
  });
  const service = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });

  const login = createRoute({
    getParentRoute: () => root,
    path: SERVICE_PATHS.login,
    validateSearch: returnSearch,
    beforeLoad({ search }) {
      if (panel.embedded) redirect({ to: SERVICE_PATHS.embeddedLogin, search, replace: true, throw: true });
      if (panel.session.state.get().phase === "signed-in")
        redirect({ to: search.redirect ?? "/", replace: true, throw: true });
    },
    component: () => <LoginRoute panel={panel} />,
  });

  const embeddedLogin = createRoute({
    getParentRoute: () => root,
    path: SERVICE_PATHS.embeddedLogin,
    component: lazyRouteComponent(() => import("./pages/EmbeddedLoginPage.tsx"), "EmbeddedLoginPage"),
  });

  const forbidden = createRoute({
    getParentRoute: () => root,
    path: SERVICE_PATHS.forbidden,
    beforeLoad() {
      // A page that starts at this address was refused before it was loaded again (spec 1 §2).
      if (!opened) redirect({ to: "/", replace: true, throw: true });
    },
    component: () => <ForbiddenPage panel={panel} />,
  });

  const queueWall = createRoute({
    getParentRoute: () => root,
    path: SERVICE_PATHS.queueWall,
    component: lazyRouteComponent(() => import("./pages/QueueWallPage.tsx"), "QueueWallPage"),
  });

  const setup = createRoute({
    getParentRoute: () => root,
    path: SERVICE_PATHS.setup,
    component: lazyRouteComponent(async () => {
      const [{ SetupPage }] = await Promise.all([import("./pages/SetupPage.tsx"), panel.words.need("first-run")]);
      return { SetupPage };
    }, "SetupPage"),
  });

  const workplace = createRoute({
    getParentRoute: () => root,
    id: "workplace",
    // SESSION-7: without a token redirect to the sign-in page, which redirects back to the wanted page.
    beforeLoad({ location }) {
      if (panel.session.state.get().phase === "signed-in") return;
      const back = location.pathname === "/" ? {} : { redirect: location.href };
      redirect({ to: SERVICE_PATHS.login, search: back, replace: true, throw: true });
    },
    component: lazyRouteComponent(() => import("./shell/WorkplaceRoute.tsx"), "WorkplaceRoute"),
  });
  const dialer = createRoute({
    getParentRoute: () => workplace,
    path: `${DIALER_PATH}/{-$phoneNumber}`,
    component: lazyRouteComponent(() => import("./shell/embedded/DialerRoute.tsx"), "DialerRoute"),
  });
  const redirects = REDIRECTS.map(({ from, to }) =>
    createRoute({
      getParentRoute: () => root,
      path: from,
      beforeLoad: () => redirect({ to, replace: true, throw: true }),
    }),
  );

  const routeTree = root.addChildren([
    login,
    embeddedLogin,
    service(SERVICE_PATHS.oauth2, () => <CallbackPage panel={panel} />),
    service(SERVICE_PATHS.signOut, () => <SignOutPage panel={panel} />),
    service(SERVICE_PATHS.unsupported, () => <UnsupportedPage panel={panel} />),
    forbidden,
    queueWall,
    setup,
    ...redirects,
    workplace.addChildren([dialer, ...pageRoutes(workplace, { ...panel, loadFeatures })]),
  ]);
  const router = createRouter({
    routeTree,
    context: {},
    defaultPreload: "intent",
    trailingSlash: "preserve",
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    ...(history ? { history } : {}),
  });
  router.subscribe("onResolved", () => {
    opened = true;
  });
  return router;
}

export type PanelRouter = ReturnType<typeof createPanelRouter>;

/** The routes that work in every browser (spec 1 §2, navigation rules). */
const ALWAYS_PASS: readonly string[] = [SERVICE_PATHS.unsupported, SERVICE_PATHS.oauth2, SERVICE_PATHS.embeddedLogin];

const embeddedSearch = ({ embedded }: Record<string, unknown>): { embedded?: "true" } =>
  embedded === "true" ? { embedded } : {};

function returnSearch(search: Record<string, unknown>): { redirect?: string } {
  return typeof search["redirect"] === "string" && isReturnPath(search["redirect"])
    ? { redirect: search["redirect"] }
    : {};
}

function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" || typeof value === "number") query.set(name, String(value));
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}
