/** Finds a leg by its dialog, and by its connection. */
interface Indexed {
  readonly id: string;
  readonly user: { readonly id: number };
  readonly connection: { readonly id: string };
  readonly dialog: { readonly key: string } | undefined;
}

export interface LegIndex<Leg extends Indexed> {
  add(leg: Leg): void;
  remove(leg: Leg): void;
  /** Call this when a leg gets a dialog. */
  addDialog(key: string, leg: Leg): void;
  removeDialog(key: string): void;
  /** Call this when a leg moves to another connection. */
  moved(leg: Leg, fromConnectionId: string): void;
  byId(id: string): Leg | undefined;
  byDialog(key: string): Leg | undefined;
  onConnection(connectionId: string): readonly Leg[];
  ofUser(userId: number): readonly Leg[];
  all(): readonly Leg[];
  readonly legCount: number;
  readonly dialogCount: number;
}

export function createLegIndex<Leg extends Indexed>(): LegIndex<Leg> {
  const legs = new Map<string, Leg>();
  const users = new Map<number, Set<Leg>>();
  const dialogs = new Map<string, Leg>();
  const connections = new Map<string, Set<Leg>>();

  return {
    add: (leg) => {
      legs.set(leg.id, leg);
      join(users, leg.user.id, leg);
      join(connections, leg.connection.id, leg);
    },
    remove: (leg) => {
      legs.delete(leg.id);
      part(users, leg.user.id, leg);
      part(connections, leg.connection.id, leg);
      if (leg.dialog !== undefined) dialogs.delete(leg.dialog.key);
    },
    addDialog: (key, leg) => void dialogs.set(key, leg),
    removeDialog: (key) => void dialogs.delete(key),
    moved: (leg, fromConnectionId) => {
      part(connections, fromConnectionId, leg);
      join(connections, leg.connection.id, leg);
    },
    byId: (id) => legs.get(id),
    byDialog: (key) => dialogs.get(key),
    onConnection: (connectionId) => [...(connections.get(connectionId) ?? [])],
    ofUser: (userId) => [...(users.get(userId) ?? [])],
    all: () => [...legs.values()],
    get legCount() {
      return legs.size;
    },
    get dialogCount() {
      return dialogs.size;
    },
  };
}

function join<K, Leg>(groups: Map<K, Set<Leg>>, key: K, leg: Leg): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, new Set([leg]));
  else known.add(leg);
}

function part<K, Leg>(groups: Map<K, Set<Leg>>, key: K, leg: Leg): void {
  const known = groups.get(key);
  known?.delete(leg);
  if (known?.size === 0) groups.delete(key);
}
