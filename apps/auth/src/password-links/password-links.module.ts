import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { InternalPasswordLinksController } from './internal-password-links.controller.js';
import { MintRequestedLink } from './mint-requested-link.js';

@Module({
  imports: [UsersModule],
  controllers: [InternalPasswordLinksController],
  providers: [MintRequestedLink],
})
export class PasswordLinksModule {}
