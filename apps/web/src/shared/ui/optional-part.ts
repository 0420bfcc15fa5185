import { lazy, type ComponentType } from 'react';

/**
 * A part that is loaded after its page, which is complete without it. If it cannot be loaded, it is left out until the
 * page is reloaded; `lazy` alone would replace the whole page with an error.
 */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
