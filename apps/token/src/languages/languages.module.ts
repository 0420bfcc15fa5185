import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { ChooseLanguage } from './choose-language.js';
import { LanguagesController } from './languages.controller.js';

@Module({
  imports: [TokensModule],
  controllers: [LanguagesController],
  providers: [ChooseLanguage],
})
export class LanguagesModule {}
