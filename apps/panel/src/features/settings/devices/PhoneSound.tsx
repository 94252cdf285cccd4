import { PhonePage } from "../parts/PhonePage.tsx";
import { SoundDevices } from "./SoundDevices.tsx";

/** The devices for calls alone, outside of the settings. */
export const PhoneSound = () => (
  <PhonePage>
    {({ phone, meter }, onRefusal) => <SoundDevices phone={phone} meter={meter} onRefusal={onRefusal} />}
  </PhonePage>
);
