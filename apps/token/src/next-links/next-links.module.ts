import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { OpenNext } from './open-next.js';

@Module({ imports: [TokensModule], providers: [OpenNext], exports: [OpenNext] })
export class NextLinksModule {}
