import { Outlet } from "@tanstack/react-router";

/** The frame of an area without a common frame. */
export const NoFrame = () => <Outlet />;
