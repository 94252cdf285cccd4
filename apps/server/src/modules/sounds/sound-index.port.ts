import type { SoundHolder, SoundId, StoredSound } from "../../kernel/sound-store.port.ts";

type Holder = Pick<SoundHolder, "kind" | "id">;

/** Which sounds there are and who holds them; the bytes lie in files. */
export interface SoundIndex {
  /** Durable when it resolves; the same again changes nothing. */
  add(sound: StoredSound, holder: SoundHolder): Promise<void>;
  find(id: SoundId): Promise<StoredSound | undefined>;
  heldBy(holder: Holder): Promise<readonly StoredSound[]>;
  /** @returns false when there is no such sound */
  hold(id: SoundId, holder: SoundHolder): Promise<boolean>;
  /** @returns the sounds that were let go of and that nobody holds now */
  release(holder: Holder, id?: SoundId): Promise<readonly SoundId[]>;
  /** Forgets a sound that nobody holds. @returns false when somebody does */
  forget(id: SoundId): Promise<boolean>;
  /** Those that nobody holds. */
  unheld(): Promise<readonly SoundId[]>;
  used(account: string): Promise<number>;
}
