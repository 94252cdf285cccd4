import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useService } from "../../../shared/panel.ts";
import { CLICK_TO_DIAL } from "../../../shared/phone/clickToDial.ts";
import { useSegment } from "../../../shared/useSegment.ts";

/** A link that starts a call: the call starts once, then the start page opens (spec 1 §4). */
export function DialerRoute() {
  const phoneNumber = useSegment("phoneNumber");
  const clickToDial = useService(CLICK_TO_DIAL);
  const navigate = useNavigate();
  const carried = useRef(false);
  useEffect(() => {
    if (carried.current) return;
    carried.current = true;
    if (phoneNumber !== null) void clickToDial.dial(phoneNumber);
    void navigate({ to: "/", replace: true });
  }, [clickToDial, navigate, phoneNumber]);
  return null;
}
