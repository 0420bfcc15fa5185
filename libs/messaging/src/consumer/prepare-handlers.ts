import { UseFilters } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import { PatternHandler } from '@nestjs/microservices/enums/pattern-handler.enum.js';
import { PATTERN_EXTRAS_METADATA, PATTERN_HANDLER_METADATA } from '@nestjs/microservices/constants.js';
import { CauseFilter } from './cause.filter.js';

/** The key under which {@link prepareHandlers} stores a handler's name for the transport. */
export const HANDLER_NAME = 'handler';

/**
 * Gives every `@EventPattern` method of the application what Nest does not: a stable name for the inbox
 * (`Class.method`) and a filter that preserves its errors. Runs before Nest registers the methods with the
 * transport.
 */
export function prepareHandlers(modules: ModulesContainer): void {
  const scanner = new MetadataScanner();
  for (const module of modules.values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype === 'function') prepareController(scanner, metatype);
    }
  }
}

function prepareController(
  scanner: MetadataScanner,
  controller: { name: string; prototype?: unknown },
): void {
  const prototype = controller.prototype as Record<string, unknown>;
  for (const name of scanner.getAllMethodNames(prototype)) {
    const method = prototype[name];
    if (typeof method !== 'function') continue;
    if (Reflect.getMetadata(PATTERN_HANDLER_METADATA, method) !== PatternHandler.EVENT) continue;
    const extras = Reflect.getMetadata(PATTERN_EXTRAS_METADATA, method) as
      | Record<string, unknown>
      | undefined;
    if (extras?.[HANDLER_NAME]) continue; // Set by an earlier application in the same process.
    const named = { ...extras, [HANDLER_NAME]: `${controller.name}.${name}` };
    Reflect.defineMetadata(PATTERN_EXTRAS_METADATA, named, method);
    UseFilters(new CauseFilter())(prototype, name, { value: method });
  }
}
