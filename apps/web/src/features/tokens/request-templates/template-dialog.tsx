import { errors, templateLimits, type RequestTemplate } from '@caredrop/contracts';
import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { isApiError } from '../../../shared/api/api-error.js';
import { languageName } from '../../../shared/lib/language-name.js';
import { useDraft } from '../../../shared/lib/use-draft.js';
import { fullName } from '../../../shared/lib/format.js';
import { DialogButtons } from '../../../shared/ui/dialog-buttons.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Notice } from '../../../shared/ui/notice.js';
import { toast } from '../../../shared/ui/toast.js';
import { useFirstProblem } from '../../../shared/ui/use-first-problem.js';
import { copy as itemsCopy } from '../request-items/copy.js';
import { copy } from './copy.js';
import { LanguageItems } from './language-items.js';
import { useChangeTemplateMutation, useCreateTemplateMutation } from './request-templates.api.js';
import { noText, problemsOf, toBody, valuesOf, type TemplateProblems } from './template-values.js';
import { TextFields } from './text-fields.js';

interface Props {
  /** The template to edit, as it was when the dialog was opened; absent for a new one. */
  template?: RequestTemplate | undefined;
  /** The same template as it is now. */
  current?: RequestTemplate | undefined;
  /** The languages that the clinic offers, its default first. */
  languages: string[];
  onClose: () => void;
}

const noProblems: TemplateProblems = { texts: {}, items: {} };

/**
 * Creates or edits a template. The input stays when saving fails, even if someone else has changed the template: saving
 * again then replaces that change.
 */
export function TemplateDialog({ template, current = template, languages, onClose }: Props) {
  const usual = languages[0] ?? 'en';
  const form = template ? `template:${template.id}:${template.version}` : 'template';
  const { values, change, clear } = useDraft(form, valuesOf(template, usual));
  const [problems, setProblems] = useState(noProblems);
  const { form: formElement, showFirstProblem } = useFirstProblem();
  /** The outdated version whose change was refused; `current` may still be this one until the list is loaded again. */
  const [refused, setRefused] = useState<number>();
  const base = refused === undefined ? template : current;
  const { save, busy } = useSave(base);
  const words = template ? copy.dialog.change : copy.dialog.create;
  const unused = languages.filter((id) => !values.texts.some(({ language }) => language === id));

  const close = () => {
    clear();
    onClose();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = problemsOf(values);
    setProblems(found ?? noProblems);
    if (found) return showFirstProblem();
    const { error } = await save(toBody(values));
    if (isApiError(error) && error.code === 'template_name_taken') {
      setProblems({ ...noProblems, name: error.message ?? words.failed });
      return showFirstProblem();
    }
    if (isApiError(error) && error.code === 'template_changed') return setRefused(base?.version);
    if (error) return toast.serverFirst(error, words.failed);
    toast.success(words.done(values.name.trim()), { after: words.failed });
    close();
  };
  return (
    <Dialog opened title={words.title} busy={busy} onClose={close} size="lg">
      <form noValidate ref={formElement} onSubmit={(event) => void submit(event)}>
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            {template ? copy.dialog.change.what : copy.dialog.noPatient}
          </Text>
          <TextInput
            label={copy.dialog.name}
            description={copy.dialog.nameHelp}
            autoComplete="off"
            maxLength={templateLimits.nameMax}
            data-autofocus
            value={values.name}
            error={problems.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Checkbox
            label={itemsCopy.choice.label}
            description={itemsCopy.choice.help}
            checked={values.several}
            onChange={(event) => change({ several: event.currentTarget.checked })}
          />
          {values.texts.map((text) => (
            <TextFields
              key={text.language}
              text={text}
              problems={problems.texts[text.language]}
              onChange={(part) =>
                change({ texts: values.texts.map((one) => (one === text ? { ...one, ...part } : one)) })
              }
              onRemove={
                text.language === usual
                  ? undefined
                  : () => change({ texts: values.texts.filter((one) => one !== text) })
              }
            >
              {values.several && (
                <LanguageItems
                  items={values.items}
                  language={text.language}
                  usual={usual}
                  problems={problems.items[text.language] ?? {}}
                  onChange={(items) => change({ items })}
                />
              )}
            </TextFields>
          ))}
          {unused.length > 0 && (
            <NativeSelect
              label={copy.dialog.add}
              description={copy.dialog.addHelp}
              data={[
                { value: '', label: copy.dialog.addNone },
                ...unused.map((id) => ({ value: id, label: languageName(id) })),
              ]}
              value=""
              onChange={(event) => change({ texts: [...values.texts, noText(event.currentTarget.value)] })}
            />
          )}
          <TextInput
            label={copy.dialog.expiry}
            description={copy.dialog.expiryHelp}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={values.expiryDays}
            error={problems.expiryDays}
            onChange={(event) => change({ expiryDays: event.currentTarget.value })}
          />
          <Checkbox
            label={copy.dialog.reminders}
            description={copy.dialog.remindersHelp}
            checked={values.reminders}
            onChange={(event) => change({ reminders: event.currentTarget.checked })}
          />
          {refused !== undefined && (
            <Notice tone="warning">
              {current && current.version !== refused
                ? copy.dialog.change.overtaken(fullName(current.changed_by))
                : errors.template_changed.text}
            </Notice>
          )}
          <DialogButtons
            onCancel={close}
            type="submit"
            busy={busy}
            label={words.submit}
            loadingLabel={words.submitting}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Saves a new template, or the next version of one. */
function useSave(template: RequestTemplate | undefined) {
  const [create, creating] = useCreateTemplateMutation();
  const [change, changing] = useChangeTemplateMutation();
  return {
    busy: creating.isLoading || changing.isLoading,
    save: (body: ReturnType<typeof toBody>) =>
      template ? change({ ...body, id: template.id, version: template.version }) : create(body),
  };
}
