import { createPhoneDirectory, type PhoneDirectory } from "../src/adapters/phone/embedded/index.ts";
import { createPhonePeople } from "../src/modules/telephony/index.ts";

type Deps = Parameters<typeof createPhonePeople>[0] &
  Pick<Parameters<typeof createPhoneDirectory>[0], "sipCredentials" | "clock">;

/** The embedded phone system's directory, with the people and numbers of the stores. */
export async function openDirectory(deps: Deps): Promise<PhoneDirectory> {
  const people = await createPhonePeople(deps);
  const { directory, stop } = createPhoneDirectory({ ...deps, people });
  return {
    directory,
    stop: () => {
      stop();
      people.stop();
    },
  };
}
