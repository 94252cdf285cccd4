import { AppError, endpoints, type RuntimeConfig } from "@callpanel/contract";
import type { FastifyReply } from "fastify";
import { API_BASE, type EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { CompanySettings } from "../realm-settings/index.ts";
import { drawIcon, ICON_SIZES } from "./icon.ts";

export interface PlatformDeps {
  readonly endpointServer: EndpointServer;
  readonly company: () => CompanySettings;
  /** User agent of the server itself. */
  readonly userAgent: string;
  readonly signIn: RuntimeConfig["sign_in"];
  readonly embedOrigins: readonly string[];
  readonly errorReporting: RuntimeConfig["error_reporting"];
  readonly analytics: RuntimeConfig["analytics"];
  readonly signInPath: string;
  readonly signOutPath: string;
  readonly clickToDialExternal: boolean;
  /** The OpenAPI page of the contract, as JSON. */
  readonly openApi: () => string;
}

/** Sizes that browsers need before they offer the installation. */
const MANIFEST_ICONS = [192, 512] as const;
/** Colour of the splash screen and the title bar, as in the page's own head. */
const PAGE_COLOUR = "#f6f8fa";
const THEME_COLOUR = "#007ab7";

const A_DAY = "public, max-age=86400";

/** Facts about the platform: branding, icons, licences, the panel's run-time settings, the OpenAPI page. */
export function createPlatformRoutes(deps: PlatformDeps): Routes {
  const { endpointServer } = deps;
  return (app) => {
    endpointServer.servePublic(app, endpoints.getBranding, async () => {
      const { logo, userAgent, platformName, copyright } = deps.company();
      const agent = userAgent ?? deps.userAgent;
      return { logo, user_agent: agent, platform_name: platformName, display_copyright: copyright };
    });
    endpointServer.servePublic(app, endpoints.getFaviconSizes, async () => ({ favicon_sizes: [...ICON_SIZES] }));
    endpointServer.serve(app, endpoints.getLicenses, async () => ({
      // Spec 2 §6: video conferencing is enabled unless its limit is -1.
      data: Object.entries(deps.company().licences).map(([feature, value]) => ({ feature, value })),
    }));
    endpointServer.serve(app, endpoints.getVideoConfig, async () => {
      const { video } = deps.company();
      return {
        enabled: video.enabled,
        enable_recording: video.recording,
        enable_telephony: video.telephony,
        enable_screen_sharing: video.screenSharing,
        max_room_per_realm: video.mostRooms,
      };
    });

    const icons = new Map<number, Buffer>();
    const sendIcon = (reply: FastifyReply, size: number) => {
      const icon = icons.get(size) ?? drawIcon(size);
      icons.set(size, icon);
      return reply.headers({ "content-type": "image/png", "cache-control": A_DAY }).send(icon);
    };
    app.get<{ Params: { file: string } }>("/favicons/:file", async ({ params }, reply) => {
      const size = ICON_SIZES.find((one) => params.file === `${one}.png`);
      if (size === undefined) throw new AppError("request.notFound");
      return sendIcon(reply, size);
    });
    app.get("/favicon.ico", async (_request, reply) => sendIcon(reply, 32));

    // PWA-1: what a browser needs to install the panel.
    app.get("/manifest.webmanifest", async (_request, reply) =>
      reply.headers({ "content-type": "application/manifest+json; charset=utf-8", "cache-control": "no-cache" }).send({
        name: deps.company().platformName,
        short_name: deps.company().platformName,
        id: "/",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: PAGE_COLOUR,
        theme_color: THEME_COLOUR,
        icons: MANIFEST_ICONS.map((size) => ({
          src: `/favicons/${size}.png`,
          sizes: `${size}x${size}`,
          type: "image/png",
          purpose: "any",
        })),
      }),
    );

    app.get("/config.json", async (_request, reply) => {
      const config: RuntimeConfig = {
        api_base: API_BASE,
        api_version: "v1",
        locale: deps.company().language,
        sign_in: deps.signIn,
        sign_in_path: deps.signInPath,
        sign_out_path: deps.signOutPath,
        focus_timeout_ms: deps.company().focusTimeoutMs,
        click_to_dial_external: deps.clickToDialExternal,
        embed_origins: [...deps.embedOrigins],
        error_reporting: deps.errorReporting,
        analytics: deps.analytics,
      };
      return reply.header("cache-control", "no-cache").send(config);
    });

    app.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
      reply
        .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-cache" })
        .send(deps.openApi()),
    );
  };
}
