import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { DisableUser } from './disable-user.js';
import { EnableUser } from './enable-user.js';
import { InviteUser } from './invite-user.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [UsersModule],
  controllers: [UsersController],
  providers: [InviteUser, DisableUser, EnableUser],
})
export class AdministrationModule {}
