import { Module } from '@nestjs/common';
import { AdminCoversController } from './admin-covers.controller.js';
import { CoversController } from './covers.controller.js';
import { CoversQueries } from './covers.queries.js';
import { EndCover } from './end-cover.js';
import { SetCover } from './set-cover.js';

@Module({
  controllers: [CoversController, AdminCoversController],
  providers: [CoversQueries, SetCover, EndCover],
  exports: [CoversQueries],
})
export class CoversModule {}
