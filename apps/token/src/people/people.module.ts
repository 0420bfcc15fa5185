import { Module } from '@nestjs/common';
import { UserNames } from './user-names.js';

@Module({ providers: [UserNames], exports: [UserNames] })
export class PeopleModule {}
