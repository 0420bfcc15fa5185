import { Module } from '@nestjs/common';
import { ForgetNameOnUserUpdated } from './forget-name-on-user-updated.js';
import { Sessions } from './sessions.js';
import { UserNames } from './user-names.js';

@Module({
  controllers: [ForgetNameOnUserUpdated],
  providers: [UserNames, Sessions],
  exports: [UserNames, Sessions],
})
export class PeopleModule {}
