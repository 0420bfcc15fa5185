import { Module } from '@nestjs/common';
import { FindSubjects } from './find-subjects.js';
import { Subjects } from './subjects.js';

@Module({ providers: [Subjects, FindSubjects], exports: [Subjects, FindSubjects] })
export class SubjectsModule {}
