import { Module } from '@nestjs/common';
import { RenewalsModule } from '../renewals/renewals.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AgainController } from './again.controller.js';
import { AskAgain } from './ask-again.js';

@Module({ imports: [RenewalsModule, TokensModule], controllers: [AgainController], providers: [AskAgain] })
export class AgainModule {}
