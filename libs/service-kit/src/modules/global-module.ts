import type { ClassProvider, DynamicModule, FactoryProvider, Type, ValueProvider } from '@nestjs/common';

type Provided = Type | ClassProvider | FactoryProvider | ValueProvider;

/** A module whose providers every other module may inject without importing it. */
export const globalModule = (module: Type, providers: Provided[]): DynamicModule => ({
  module,
  global: true,
  providers,
  exports: providers.map((provider) => ('provide' in provider ? provider.provide : provider)),
});
