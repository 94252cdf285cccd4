import { getBranding, getFaviconSizes } from "@callpanel/contract";
import type { Wire } from "../shared/api/api.ts";
import type { TextStorage } from "../shared/storage.ts";
import { createStore } from "../shared/store.ts";
import type { Readable } from "../shared/store.ts";

/** How the platform shows itself (spec 1 §3). */
export interface Brand {
  readonly platformName: string;
  /** Address of a picture. */
  readonly logo: string | null;
  readonly copyright: string | null;
  /** Pixels; each is at /favicons/<size>.png. */
  readonly iconSizes: readonly number[];
}

export interface BrandingStore extends Readable<Brand> {
  /** Loads the branding from the server; failures are silent (spec 2 §8). */
  load(): Promise<void>;
}

const NAME_KEY = "callpanel_platform_name";
const LOGO_KEY = "callpanel_platform_logo";
const DEFAULT_NAME = "Callpanel";
const DEFAULT_ICON_PX = 32;

export interface BrandingDeps {
  readonly wire: Wire;
  readonly storage: TextStorage;
}

/** Starts with the last known branding, so that the name does not change visibly after the start. */
export function createBranding({ wire, storage }: BrandingDeps): BrandingStore {
  const store = createStore<Brand, Partial<Brand>>(
    {
      platformName: storage.get(NAME_KEY) ?? DEFAULT_NAME,
      logo: storage.get(LOGO_KEY),
      copyright: null,
      iconSizes: [],
    },
    (brand, change) => ({ ...brand, ...change }),
  );
  const loadBrand = async () => {
    const { platform_name, logo, display_copyright } = await wire.call(getBranding, {}, null);
    storage.set(NAME_KEY, platform_name);
    if (logo === null) storage.remove(LOGO_KEY);
    else storage.set(LOGO_KEY, logo);
    store.dispatch({ platformName: platform_name, logo, copyright: display_copyright });
  };
  const loadIcons = async () => {
    const sizes = await wire.call(getFaviconSizes, {}, null).then(
      ({ favicon_sizes }) => favicon_sizes,
      () => [DEFAULT_ICON_PX],
    );
    store.dispatch({ iconSizes: sizes });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    async load() {
      await Promise.all([loadBrand().catch(() => undefined), loadIcons()]);
    },
  };
}
