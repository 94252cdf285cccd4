import { randomBytes } from "node:crypto";
import type { TransportAddress } from "../ice/lite-agent.ts";
import { checkedName, isStunRequest } from "../ice/stun-message.ts";

/** Which leg each datagram of a shared port belongs to: checks by the name in them, everything else by its source. */
export interface Routes {
  add(receive: Receive): Route;
  /** Hands a datagram to its leg, or drops it. `local`: see `TransportAddress`. */
  take(datagram: Buffer, address: string, port: number, local: number): void;
  /** The legs whose far end is at this address lose it: its connection has ended. */
  forget(at: TransportAddress): void;
  /** Datagrams that belonged to no leg. */
  readonly dropped: number;
}

/**
 * A datagram for a leg. `isKnown`: an authentic check for this leg came from there before; otherwise this is a check.
 * Returns false if it was certainly not meant for this leg.
 */
export type Receive = (datagram: Buffer, from: TransportAddress, isKnown: boolean) => boolean;

/** One leg's part of the routes. */
export interface Route {
  /** A new name (ICE username fragment), unique among all legs; checks with it come to this leg. */
  newName(): string;
  dropName(name: string): void;
  /** An authentic check came from there. Another leg with the same address gets nothing from there, unless it has settled. */
  admit(at: TransportAddress): void;
  /** The far end has proven that it is there, which a forged source cannot do. Takes the place of the leg that settled before. */
  settle(at: TransportAddress): void;
  close(): void;
}

export interface RoutesOptions {
  /** An authentic check came from an address at which no leg was. */
  readonly onEntered: (at: TransportAddress) => void;
  /** No leg is at this address any more. */
  readonly onLeft: (at: TransportAddress) => void;
}

/** Of one leg; a browser on a rich host has a handful. */
const MOST_ADDRESSES = 16;
const NAME_BYTES = 6; // 48 bits; RFC 8445 §5.3 asks for 24

interface Leg {
  readonly receive: Receive;
  /** The oldest is first. */
  readonly places: Place[];
  readonly names: Set<string>;
}

/**
 * A remote address. It has at most two legs, and what is not for the first goes to the second: so a leg whose checks are
 * sent with a forged source takes nothing away, and a browser that uses its port again is heard.
 */
interface Place {
  readonly at: TransportAddress;
  settled: Leg | undefined;
  /** Whose authentic check was the last one. */
  claimant: Leg | undefined;
}

export function createRoutes(options?: RoutesOptions): Routes {
  const names = new Map<string, Leg>();
  const places = createPlaces();
  let dropped = 0;

  const leave = (leg: Leg, place: Place): void => {
    if (place.settled === leg) place.settled = undefined;
    if (place.claimant === leg) place.claimant = undefined;
    if (place.settled !== undefined || place.claimant !== undefined) return;
    places.delete(place.at);
    options?.onLeft(place.at);
  };

  const newPlace = (at: TransportAddress): Place => {
    options?.onEntered(at);
    return places.add(at);
  };

  /** The leg's place; it leaves the oldest one if it has too many. */
  const enter = (leg: Leg, at: TransportAddress): Place => {
    const place = places.find(at.address, at.port, at.local) ?? newPlace(at);
    if (leg.places.includes(place)) return place;
    leg.places.push(place);
    const [oldest] = leg.places;
    if (leg.places.length > MOST_ADDRESSES && oldest !== undefined) {
      leg.places.shift();
      leave(leg, oldest);
    }
    return place;
  };

  const takeCheck = (datagram: Buffer, place: Place | undefined, from: TransportAddress): void => {
    const name = checkedName(datagram);
    const leg = name === undefined ? undefined : names.get(name);
    if (leg === undefined) dropped += 1;
    else leg.receive(datagram, from, place !== undefined && (place.settled === leg || place.claimant === leg));
  };

  return {
    add: (receive) => {
      const leg: Leg = { receive, places: [], names: new Set() };
      return {
        newName: () => {
          let name: string;
          do name = randomBytes(NAME_BYTES).toString("base64");
          while (names.has(name));
          names.set(name, leg);
          leg.names.add(name);
          return name;
        },
        dropName: (name) => {
          if (leg.names.delete(name)) names.delete(name);
        },
        admit: (at) => {
          enter(leg, at).claimant = leg;
        },
        settle: (at) => {
          enter(leg, at).settled = leg;
        },
        close: () => {
          for (const name of leg.names) names.delete(name);
          leg.names.clear();
          for (const place of leg.places.splice(0)) leave(leg, place);
        },
      };
    },
    take: (datagram, address, port, local) => {
      if (port === 0) return; // nothing can be sent there (RFC 768), and to try is an error of the socket
      const place = places.find(address, port, local);
      if (isStunRequest(datagram)) return takeCheck(datagram, place, place?.at ?? { address, port, local });
      if (place === undefined) {
        dropped += 1;
        return;
      }
      const { at, settled, claimant } = place;
      if (settled?.receive(datagram, at, true) !== true && claimant !== settled) claimant?.receive(datagram, at, true);
    },
    forget: (at) => {
      const place = places.find(at.address, at.port, at.local);
      for (const leg of [place?.settled, place?.claimant]) {
        if (place === undefined || leg === undefined) continue;
        leg.places.splice(leg.places.indexOf(place), 1);
        leave(leg, place);
      }
    },
    get dropped() {
      return dropped;
    },
  };
}

interface Places {
  find(address: string, port: number, local: number): Place | undefined;
  add(at: TransportAddress): Place;
  delete(at: TransportAddress): void;
}

/** By address, then by number: nothing is allocated to find one, which is done for each packet. */
function createPlaces(): Places {
  const byAddress = new Map<string, Map<number, Place>>();
  const keyOf = (port: number, local: number): number => local * 0x1_0000 + port;
  return {
    find: (address, port, local) => byAddress.get(address)?.get(keyOf(port, local)),
    add: (at) => {
      const place: Place = { at, settled: undefined, claimant: undefined };
      const ofAddress = byAddress.get(at.address) ?? new Map<number, Place>();
      byAddress.set(at.address, ofAddress.set(keyOf(at.port, at.local), place));
      return place;
    },
    delete: (at) => {
      const ofAddress = byAddress.get(at.address);
      if (ofAddress?.delete(keyOf(at.port, at.local)) === true && ofAddress.size === 0) byAddress.delete(at.address);
    },
  };
}
