import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { MarkOpened } from './mark-opened.js';
import { OpeningsController } from './openings.controller.js';

@Module({
  imports: [TokensModule],
  controllers: [OpeningsController],
  providers: [MarkOpened],
})
export class OpeningsModule {}
