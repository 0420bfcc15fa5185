import {
  createTokenBody,
  messages,
  sentencesByField,
  type NewLinkResponse,
  type RequestTemplate,
} from '@caredrop/contracts';
import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense, useState, type SubmitEvent } from 'react';
import { isApiError, isOutcomeUnknown } from '../../shared/api/api-error.js';
import { useIdempotencyKey } from '../../shared/lib/use-idempotency-key.js';
import { useDraft } from '../../shared/lib/use-draft.js';
import { BusyButton } from '../../shared/ui/busy-button.js';
import { ErrorState } from '../../shared/ui/states.js';
import { Notice } from '../../shared/ui/notice.js';
import { toast } from '../../shared/ui/toast.js';
import { useFirstProblem } from '../../shared/ui/use-first-problem.js';
import type { Check } from './check-fields.js';
import { dialogCopy as copy } from './dialog-copy.js';
import { daysOf, ExpiryField } from './expiry-field.js';
import {
  blankItems,
  problemsLeft,
  problemsOfItems,
  toNewItems,
  type ItemProblems,
} from './request-items/items.js';
import { useRequestTemplatesQuery } from './request-templates/request-templates.api.js';
import { sendNow, useSendTime } from './send-later/use-send-time.js';
import { useCreateTokenMutation, useTokenDefaultsQuery } from './tokens.api.js';
import { useReminderDays } from './use-reminder-days.js';

const ItemsField = lazy(() => import('./request-items/items-field.js'));
const OptionalFields = lazy(() => import('./optional-fields.js'));
const TeamField = lazy(() => import('./assign/team-field.js'));
const TemplateField = lazy(() => import('./request-templates/template-field.js'));

const blank = {
  templateId: '',
  teamId: '',
  patientRefId: '',
  nickname: '',
  notes: '',
  expiryDays: '',
  phoneNumber: '',
  email: '',
  reminders: true,
  language: '',
  several: false,
  items: blankItems(),
  time: sendNow,
};
type Values = typeof blank;
type TextField = Exclude<keyof Values, 'reminders' | 'several' | 'items' | 'time'>;
type Problems = Partial<Record<TextField, string>>;

/** Not part of the draft: a date of birth must not outlive the form. */
const noCheck: Check = { birthDate: '', initials: '' };

/** The request's body; without a number of days, the clinic's default applies. */
const toBody = ({ expiryDays, templateId: _id, teamId: _team, time: _time, ...rest }: Values) => ({
  ...rest,
  ...daysOf(expiryDays),
});

/** The shared schema's errors by field. Documents, patient check and time are validated separately. */
function problemsOf(values: Values): Problems {
  const parsed = createTokenBody.safeParse(toBody(values));
  return parsed.success ? {} : sentencesByField(parsed.error);
}

/**
 * Creates a link for a patient's reference, and texts and emails it if requested, now or later. The input stays after
 * an error, except for a template that no longer exists, the settings of one that has been changed, or a team that the
 * user does not belong to.
 */
export function GenerateLinkForm({ onGenerated }: { onGenerated: (made: NewLinkResponse) => void }) {
  const { values, change, clear } = useDraft<Values>('generate-link', blank);
  const [check, setCheck] = useState(noCheck);
  const { keyFor, forget } = useIdempotencyKey({ form: 'generate-link', mayKeep: !check.body });
  const [tried, setTried] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [itemProblems, setItemProblems] = useState<ItemProblems>({});
  const { form, showFirstProblem } = useFirstProblem();
  const [create, { isLoading, error }] = useCreateTokenMutation();

  const { data: defaults } = useTokenDefaultsQuery();
  const { data: templates, isError, refetch: reloadTemplates } = useRequestTemplatesQuery();
  const chosen = templates?.find(({ id }) => id === values.templateId);
  // A kept draft may have a template: no link is made before its words are shown.
  const isUnread = values.templateId !== '' && !templates;
  // In a kept draft, `several` may be older than the template's list of documents, which replaces the form's.
  const several = values.several && !chosen?.items;
  const time = useSendTime(values.time, (chosen) => change({ time: chosen }));
  const isTexted = values.phoneNumber.trim() !== '';
  const isEmailed = values.email.trim() !== '';
  const channel = isTexted ? 'sms' : isEmailed ? 'email' : null;
  const days = useReminderDays(channel, values.expiryDays);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading || isUnread) return;
    const found = problemsOf(values);
    const foundInItems = several ? problemsOfItems(values.items) : {};
    setProblems(found);
    setItemProblems(foundInItems);
    setTried(true);
    const later = time.later && channel !== null;
    const timeFits = !later || time.check();
    const isWrong = [found, foundInItems].some((one) => Object.keys(one).length > 0);
    if (isWrong || check.problem || !timeFits) return showFirstProblem();
    const { body } = check;
    const input = {
      ...createTokenBody.parse(toBody(values)),
      ...(body && { patient_check: body }),
      ...(values.templateId && { templateId: values.templateId }),
      ...(several && { items: toNewItems(values.items) }),
      ...(values.teamId && { teamId: values.teamId }),
      ...(isTexted && { phoneNumber: values.phoneNumber }),
      ...(isEmailed && { email: values.email }),
      ...(channel && { reminders: values.reminders }),
      ...(later && time.sendAt && { sendAt: time.sendAt }),
    };
    // A repeated call must keep its key after the template has been changed or the days have loaded.
    const read = {
      ...(chosen && { templateVersion: chosen.version }),
      // Plans reminders only if they were offered.
      ...(channel && { reminders: values.reminders && days.length > 0 }),
    };
    const response = await create({ ...input, ...read, key: keyFor(input) });
    if (!response.data) return failed(response.error);
    toast.success(messages.link.generated, { after: messages.link.generateFailed });
    clear();
    forget();
    setCheck(noCheck);
    setTried(false);
    onGenerated(response.data);
  };
  /** The toast has the reason, so the field says in other words what to do. */
  const failed = async (rejection: unknown) => {
    toast.serverFirst(rejection, messages.link.generateFailed);
    if (isApiError(rejection) && rejection.code === 'phone_invalid')
      setProblems({ phoneNumber: copy.sms.refused });
    if (isApiError(rejection) && rejection.code === 'email_address_invalid')
      setProblems({ email: copy.email.refused });
    if (isApiError(rejection) && rejection.code === 'template_unknown') {
      change({ templateId: '' });
      setProblems({ templateId: copy.generate.templateGone });
      void reloadTemplates();
    }
    if (isApiError(rejection) && rejection.code === 'template_outdated') {
      const { data: current } = await reloadTemplates();
      choose(current?.find(({ id }) => id === values.templateId));
      setProblems({ templateId: copy.generate.templateChanged });
    }
    if (isApiError(rejection) && rejection.code === 'team_not_yours') {
      change({ teamId: '' });
      setProblems({ teamId: copy.generate.notInTeam });
    }
    showFirstProblem();
  };
  /** Fills in the template's settings, which can be changed afterwards. */
  const choose = (template: RequestTemplate | undefined) => {
    change({
      templateId: template?.id ?? '',
      ...(template && { expiryDays: String(template.expiryDays ?? '') }),
      reminders: template?.reminders ?? true,
      // The template has its own list of documents.
      ...(template?.items && { several: false }),
    });
    setProblems(({ templateId: _chosen, expiryDays: _filled, ...others }) => others);
  };
  const clearProblem = (name: TextField) => setProblems(({ [name]: _cleared, ...others }) => others);
  const field = (name: TextField) => ({
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      change({ [name]: event.currentTarget.value });
      clearProblem(name);
    },
  });

  return (
    <form noValidate ref={form} onSubmit={(event) => void submit(event)}>
      {/* One boundary for the fields and the button, which would otherwise move away from a click when a field loads. */}
      <Suspense fallback={null}>
        <Stack gap={16}>
          {error && !isLoading && (
            <Notice tone="danger">
              {isOutcomeUnknown(error) ? copy.generate.unknown : copy.generate.failed}
            </Notice>
          )}
          {isUnread && isError && (
            <ErrorState
              what={copy.generate.templates}
              error={undefined}
              onRetry={() => void reloadTemplates()}
            />
          )}
          <TemplateField
            templates={templates ?? []}
            value={values.templateId}
            error={problems.templateId}
            language={values.language}
            usual={defaults?.languages[0] ?? ''}
            onChange={choose}
          >
            <ItemsField
              several={values.several}
              items={values.items}
              problems={itemProblems}
              onChange={(part) => {
                change(part);
                setItemProblems((known) => problemsLeft(known, values.items, part.items ?? values.items));
              }}
            />
          </TemplateField>
          <TextInput
            label={copy.generate.reference}
            description={copy.generate.referenceHelp}
            autoComplete="off"
            {...field('patientRefId')}
          />
          <TextInput
            label={copy.generate.nickname}
            description={copy.generate.nicknameHelp}
            autoComplete="off"
            {...field('nickname')}
          />
          <Textarea
            label={copy.generate.notes}
            description={copy.generate.notesHelp}
            autosize
            minRows={2}
            maxRows={8}
            {...field('notes')}
          />
          <ExpiryField kind="expiryDays" {...field('expiryDays')} />
          <TeamField
            value={values.teamId}
            error={problems.teamId}
            onChange={(teamId) => {
              change({ teamId });
              clearProblem('teamId');
            }}
          />
          <OptionalFields
            phone={field('phoneNumber')}
            email={field('email')}
            reminders={
              channel && {
                days,
                channel,
                later: time.later,
                checked: values.reminders,
                onChange: (reminders) => change({ reminders }),
              }
            }
            language={{ value: values.language, onChange: (language) => change({ language }) }}
            time={channel && time}
            check={{ check, tried, onChange: setCheck }}
          />
          <Group>
            <BusyButton
              type="submit"
              busy={isLoading}
              disabled={isUnread}
              label={
                time.later && channel !== null ? copy.generate.submitLater : submitLabel(isTexted, isEmailed)
              }
              loadingLabel={copy.generate.submitting}
            />
          </Group>
        </Stack>
      </Suspense>
    </form>
  );
}

function submitLabel(isTexted: boolean, isEmailed: boolean): string {
  if (isTexted && isEmailed) return copy.generate.submitAndBoth;
  if (isEmailed) return copy.generate.submitAndEmail;
  return isTexted ? copy.generate.submitAndText : copy.generate.submit;
}
