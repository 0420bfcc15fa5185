import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { SendThanks } from './send-thanks.js';
import { ThanksController } from './thanks.controller.js';
import { ThanksQueries } from './thanks-queries.js';

@Module({
  imports: [TokensModule],
  controllers: [ThanksController],
  providers: [SendThanks, ThanksQueries],
})
export class ThanksModule {}
