import type { SoundHolder, SoundId, StoredSound } from "../../kernel/sound-store.port.ts";

type Holder = Pick<SoundHolder, "kind" | "id">;

/** Which sounds there are and who holds them; the bytes lie in files. */
export interface SoundIndex {
  /**
   * Says that a sound is being stored: until it is added, or the claim is given up, no server removes its file. Waits while one does.
   * `owner`: the instance that stores it.
   */
  claim(id: SoundId, claim: { readonly name: string; readonly owner: string }): Promise<void>;
  giveUp(claimName: string): Promise<void>;
  /** Those of an instance that has ended. */
  giveUpOf(owner: string): Promise<void>;
  /**
   * Durable when it resolves; the same again changes nothing. The claim is over then.
   * @returns false, and nothing is added, when the claim was given up by another server: the file may be gone
   */
  add(sound: StoredSound, holder: SoundHolder, claimName: string): Promise<boolean>;
  find(id: SoundId): Promise<StoredSound | undefined>;
  heldBy(holder: Holder): Promise<readonly StoredSound[]>;
  /** @returns false when there is no such sound */
  hold(id: SoundId, holder: SoundHolder): Promise<boolean>;
  /** @returns the sounds that were let go of and that nobody holds now */
  release(holder: Holder, id?: SoundId): Promise<readonly SoundId[]>;
  /** Forgets a sound that nobody holds or stores, and removes its file. Nobody can store or hold it meanwhile. */
  forget(id: SoundId, removeFile: () => Promise<void>): Promise<void>;
  /** Those that nobody holds. */
  unheld(): Promise<readonly SoundId[]>;
  used(account: string): Promise<number>;
}
