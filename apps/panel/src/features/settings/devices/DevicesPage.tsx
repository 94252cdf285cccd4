import { PhonePage } from "../parts/PhonePage.tsx";
import { CheckSection } from "./CheckSection.tsx";
import { HeadsetSection } from "./HeadsetSection.tsx";
import { SoundDevices } from "./SoundDevices.tsx";

/** The devices of this browser's phone, and whether calls will work with them (spec 1 §3, media devices). */
export function DevicesPage() {
  return (
    <PhonePage>
      {({ phone, meter, keys }, onRefusal) => (
        <>
          <SoundDevices phone={phone} meter={meter} onRefusal={onRefusal} />
          <HeadsetSection keys={keys} />
          <CheckSection phone={phone} onRefusal={onRefusal} />
        </>
      )}
    </PhonePage>
  );
}
