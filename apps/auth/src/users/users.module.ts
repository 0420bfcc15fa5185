import { Module } from '@nestjs/common';
import { CoversModule } from '../covers/covers.module.js';
import { InternalUsersController } from './internal-users.controller.js';
import { RecipientsQueries } from './recipients.queries.js';
import { RecordLists } from './record-lists.js';
import { UsersQueries } from './users.queries.js';

@Module({
  imports: [CoversModule],
  controllers: [InternalUsersController],
  providers: [UsersQueries, RecordLists, RecipientsQueries],
  exports: [UsersQueries, RecordLists],
})
export class UsersModule {}
