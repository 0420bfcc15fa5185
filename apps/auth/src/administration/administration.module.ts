import { Module } from '@nestjs/common';
import { BackOffModule } from '../back-off/back-off.module.js';
import { UsersModule } from '../users/users.module.js';
import { DisableUser } from './disable-user.js';
import { EnableUser } from './enable-user.js';
import { InviteAgain } from './invite-again.js';
import { InviteUser } from './invite-user.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [UsersModule, BackOffModule],
  controllers: [UsersController],
  providers: [InviteUser, InviteAgain, DisableUser, EnableUser],
})
export class AdministrationModule {}
