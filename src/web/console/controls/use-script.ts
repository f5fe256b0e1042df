import { useEffect, useState } from 'preact/hooks';

/**
 * A part of a screen that the screen can do without at first: its script is loaded once the screen is shown.
 * @returns the module; undefined before it is loaded, and where the network fails
 */
export function useScript<Module>(load: () => Promise<Module>, isNeeded = true): Module | undefined {
  const [module, setModule] = useState<Module>();
  useEffect(() => {
    if (isNeeded)
      load().then(
        (loaded) => setModule(() => loaded),
        () => undefined,
      );
  }, [isNeeded]);
  return module;
}
