import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { AttentionController } from './attention.controller.js';
import { AttentionQueries } from './attention.queries.js';
import { SnoozeToken } from './snooze-token.js';

@Module({
  imports: [TokensModule],
  controllers: [AttentionController],
  providers: [AttentionQueries, SnoozeToken],
})
export class AttentionModule {}
