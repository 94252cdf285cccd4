// The package is checked without the types of Node; the tests need this one function of it.
declare const process: {
  /** Microseconds that this process was computing; since an earlier answer with one. */
  cpuUsage(since?: { readonly user: number; readonly system: number }): {
    readonly user: number;
    readonly system: number;
  };
};
