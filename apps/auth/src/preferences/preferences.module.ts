import { Module } from '@nestjs/common';
import { ChangePreferences } from './change-preferences.js';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesQueries } from './preferences.queries.js';

@Module({ controllers: [PreferencesController], providers: [ChangePreferences, PreferencesQueries] })
export class PreferencesModule {}
