import { Outlet } from "@tanstack/react-router";

/** Of an area whose pages stand by themselves. */
export const NoFrame = () => <Outlet />;
