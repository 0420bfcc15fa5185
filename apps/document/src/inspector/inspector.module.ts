import type { Logger } from '@caredrop/service-kit';
import { Module } from '@nestjs/common';
import { CONFIG, LOGGER, inspectorsOf, type Config } from '../config.js';
import { BODY_BYTES } from '../files/body-size.js';
import { DocumentMetrics } from '../metrics.js';
import { InspectorPool } from './inspector-pool.js';

@Module({
  providers: [
    {
      provide: InspectorPool,
      inject: [CONFIG, DocumentMetrics, LOGGER],
      useFactory: startInspectors,
    },
  ],
  exports: [InspectorPool],
})
export class InspectorModule {}

async function startInspectors(
  config: Config,
  metrics: DocumentMetrics,
  logger: Logger,
): Promise<InspectorPool> {
  const options = {
    processes: inspectorsOf(config),
    withinMs: config.INSPECTION_MS,
    memoryMb: config.INSPECTOR_MEMORY_MB,
    filesEach: config.INSPECTOR_FILES,
    bodyBytes: BODY_BYTES,
  };
  const pool = new InspectorPool(options, metrics, logger);
  await pool.start();
  return pool;
}
