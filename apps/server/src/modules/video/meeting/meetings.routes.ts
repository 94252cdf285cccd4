import { endpoints } from "@callpanel/contract";
import type { EndpointServer } from "../../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../../kernel/server-module.ts";
import type { MeetingDoor } from "./meeting-door.ts";

export interface MeetingsRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly door: MeetingDoor;
}

/** The ways into a meeting. */
export function createMeetingsRoutes({ endpointServer, door }: MeetingsRoutesDeps): Routes {
  return (app) => {
    endpointServer.serve(app, endpoints.enterVideoConference, async ({ params: { id }, caller }) =>
      door.person(caller, id),
    );
    endpointServer.servePublic(app, endpoints.showVideoMeeting, async ({ body: { link }, request }) =>
      door.show(link, request.ip),
    );
    endpointServer.servePublic(app, endpoints.enterVideoMeeting, async ({ body, request }) =>
      door.guest(body, request.ip),
    );
  };
}
