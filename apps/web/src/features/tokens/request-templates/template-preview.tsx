import type { RequestTemplate } from '@caredrop/contracts';
import { Stack, Text } from '@mantine/core';
import { fullName, formatDay } from '../../../shared/lib/format.js';
import { languageName } from '../../../shared/lib/language-name.js';
import { Notice } from '../../../shared/ui/notice.js';
import { AskedItems } from './asked-items.js';
import { copy } from './copy.js';
import classes from './request-templates.module.css';
import { directionOf } from './template-values.js';

/** What a patient with this language will read, and who wrote it: the clinician may not read that language. */
export function TemplatePreview({ template, language }: { template: RequestTemplate; language: string }) {
  const { texts, changed_by: author, changed_at: changedAt } = template;
  const shown = texts.find((text) => text.language === language) ?? texts[0];
  if (!shown) return null;
  const written = { lang: shown.language, dir: directionOf(shown.language) };
  return (
    <Stack gap={8}>
      {shown.language !== language && (
        <Notice tone="warning">
          {copy.field.missing(languageName(language), languageName(shown.language))}
        </Notice>
      )}
      <Text size="sm">{copy.field.reads}</Text>
      <blockquote className={classes.words} {...written}>
        {shown.instructions}
      </blockquote>
      {shown.language === language && shown.sms && (
        <>
          <Text size="sm">{copy.field.textMessage}</Text>
          <blockquote className={classes.words} {...written}>
            {shown.sms}
          </blockquote>
        </>
      )}
      {template.items && <AskedItems items={template.items} language={language} />}
      <Text size="sm" c="dimmed">
        {copy.field.author(fullName(author), formatDay(changedAt))}
      </Text>
    </Stack>
  );
}
