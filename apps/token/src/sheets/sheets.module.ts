import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { SheetsController } from './sheets.controller.js';

@Module({ imports: [TokensModule], controllers: [SheetsController] })
export class SheetsModule {}
