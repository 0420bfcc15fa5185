import { Module } from '@nestjs/common';
import { SmsModule } from '../sms/sms.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { NewLinksController } from './new-links.controller.js';

@Module({ imports: [TokensModule, SmsModule], controllers: [NewLinksController] })
export class NewLinksModule {}
