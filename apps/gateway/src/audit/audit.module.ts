import { Module } from '@nestjs/common';
import { AccessRejections } from './access-rejections.js';

@Module({
  providers: [AccessRejections],
  exports: [AccessRejections],
})
export class AuditModule {}
