import { Module } from '@nestjs/common';
import { AccessRefusals } from './access-refusals.js';

@Module({
  providers: [AccessRefusals],
  exports: [AccessRefusals],
})
export class AuditModule {}
