import { endpoints, type VideoEntrance, type VideoRoom } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { OriginPolicy } from "../../kernel/http/origin-policy.ts";
import type { Routes } from "../../kernel/server-module.ts";
import type { RoomNumbers } from "./phones/room-number.ts";
import type { VideoLinks, VideoRole } from "./video-links.ts";
import type { StoredVideoRoom } from "./video-room.store.ts";
import { leadsVideoRoom } from "./video-rooms.policy.ts";
import type { InviteToVideoRoom } from "./video-invitations.ts";
import type { VideoRooms } from "./video-rooms.ts";

/** Below it are the pages of guests. */
const GUEST_PATH = "/v";

export interface VideoRoomsRoutesDeps {
  readonly endpointServer: EndpointServer;
  readonly rooms: VideoRooms;
  readonly invite: InviteToVideoRoom;
  readonly links: Pick<VideoLinks, "link">;
  readonly numbers: Pick<RoomNumbers, "numberOf">;
  readonly origins: Pick<OriginPolicy, "panelOrigin">;
  readonly clock: Pick<Clock, "now">;
}

/** Video rooms and their links. */
export function createVideoRoomsRoutes(deps: VideoRoomsRoutesDeps): Routes {
  const { endpointServer, rooms, invite, links, numbers, origins, clock } = deps;

  const present = async (room: StoredVideoRoom, { userId, realm }: Caller, host: string): Promise<VideoRoom> => {
    const { id, name, owner, users, admins, settings, expiresAt, dynamic } = room;
    const { guestPin: _guest, adminPin: _admin, phoneNumbers, language = null, ...chosen } = settings;
    const leads = leadsVideoRoom(room, userId);
    if (leads) await rooms.openAdminLink(room);
    const dialIn = rooms.dialIn();
    const entrance = async (role: VideoRole): Promise<VideoEntrance> => {
      const { secret, jwt } = await links.link(room, realm.name, role);
      const shortUrl = `${origins.panelOrigin(host)}${GUEST_PATH}/${secret}`;
      return { shortUrl, url: `${shortUrl}?jwt=${jwt}`, pin: rooms.pinOf(room, role) };
    };
    return {
      id,
      name,
      username: owner?.extension ?? null,
      users: [...users],
      admins: [...admins],
      ...chosen,
      phoneNumbers: [...phoneNumbers],
      language,
      expireDate: expiresAt,
      guest: await entrance("guest"),
      admin: leads ? await entrance("admin") : null,
      dynamic,
      ...(dialIn !== undefined && { phone: { ...dialIn, roomNumber: numbers.numberOf(id) } }),
      expired: expiresAt <= clock.now(),
      mayChange: leads,
    };
  };

  return (app) => {
    endpointServer.serve(app, endpoints.listVideoConferences, async ({ query, caller, request }) => {
      const { exclude_dynamic, ...wanted } = query;
      const found = await rooms.seen(caller, { ...wanted, withDynamic: !exclude_dynamic });
      const data = await Promise.all(found.rooms.map((room) => present(room, caller, request.host)));
      return { total: found.total, data };
    });
    endpointServer.serve(app, endpoints.getVideoConference, async ({ params: { id }, caller, request }) =>
      present(await rooms.entered(caller, id), caller, request.host),
    );
    endpointServer.serve(app, endpoints.createVideoConference, async ({ body, caller, request }) =>
      present(await rooms.create(caller, body), caller, request.host),
    );
    endpointServer.serve(app, endpoints.changeVideoConference, async ({ params: { id }, body, caller, request }) =>
      present(await rooms.change(caller, id, body), caller, request.host),
    );
    endpointServer.serve(app, endpoints.removeVideoConference, async ({ params: { id }, caller }) => {
      await rooms.remove(caller, id);
      return { success: true as const };
    });
    endpointServer.serve(app, endpoints.inviteToVideoConference, async ({ params: { id }, body, caller }) => ({
      told: [...(await invite(caller, id, body.extensions))],
    }));
    endpointServer.serve(app, endpoints.renewVideoLinks, async ({ params: { id }, caller, request }) =>
      present(await rooms.renewLinks(caller, id), caller, request.host),
    );
  };
}
