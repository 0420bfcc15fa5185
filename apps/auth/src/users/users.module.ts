import { Module } from '@nestjs/common';
import { CoversModule } from '../covers/covers.module.js';
import { InternalUsersController } from './internal-users.controller.js';
import { RecipientsQueries } from './recipients.queries.js';
import { ListReadAudit } from './list-read-audit.js';
import { UsersQueries } from './users.queries.js';

@Module({
  imports: [CoversModule],
  controllers: [InternalUsersController],
  providers: [UsersQueries, ListReadAudit, RecipientsQueries],
  exports: [UsersQueries, ListReadAudit],
})
export class UsersModule {}
