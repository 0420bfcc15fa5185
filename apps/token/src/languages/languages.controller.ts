import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { chooseLanguageBody, messages, success } from '@caredrop/contracts';
import { Callers, parse } from '@caredrop/service-kit';
import { ChooseLanguage } from './choose-language.js';

@Callers('gateway')
@Controller('links/language')
export class LanguagesController {
  constructor(private readonly chooseLanguage: ChooseLanguage) {}

  @Post()
  @HttpCode(202)
  async choose(@Body() body: unknown) {
    const { token, language } = parse(chooseLanguageBody, body);
    await this.chooseLanguage.execute(token, language);
    return success({ received: true as const }, messages.link.languageChosen);
  }
}
