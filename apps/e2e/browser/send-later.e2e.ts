import { messages } from '@caredrop/contracts';
import { aPhoneNumber, aReference } from '../support/make.js';
import { picture } from '../support/pages.js';
import {
  button,
  expectAccessible,
  expectNoSidewaysScroll,
  field,
  rowOf,
  sentence,
} from '../support/screen.js';
import { sendDueNow } from '../support/send-due-now.js';
import { expect, once, test } from '../support/test.js';

test(
  'a clinician schedules a text, sees when it is sent, cancels it and schedules it again, and then it is sent',
  once,
  async ({ open, people }, info) => {
    const reference = aReference('LATER');
    const staff = await open(await people.get('user'));
    await staff.goto('/generate-link');
    await field(staff, 'Patient Reference ID').fill(reference);
    await field(staff, 'Patient’s phone number').fill(aPhoneNumber());
    await staff.getByText('Later', { exact: true }).click();
    await expect(field(staff, 'Time')).toHaveValue('08:00');
    await expectAccessible(staff);
    await expectNoSidewaysScroll(staff);
    await picture(staff, info, 'generate-link-later');
    await button(staff, 'Generate Link and Schedule').click();
    await expect(staff.getByText(/SMS: will be sent on .+, 08:00/)).toBeVisible();
    await expectAccessible(staff);
    await picture(staff, info, 'generated-link-scheduled');
    await button(staff, 'Cancel the scheduled SMS').click();
    await expect(sentence(staff, messages.schedule.cancelled)).toBeVisible();
    await expect(staff.getByText(/SMS: will be sent on/)).toHaveCount(0);

    await rowOf(staff, reference).getByRole('button', { name: 'Send SMS' }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByLabel('Phone number').fill(aPhoneNumber());
    await dialog.getByText('Later', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Monday 08:00' }).click();
    await expectAccessible(staff);
    await picture(staff, info, 'send-sms-later');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await expect(dialog).toHaveCount(0);

    await staff.goto('/tokens');
    await expect(rowOf(staff, reference)).toContainText(/SMS on .+, 08:00/);
    await expectNoSidewaysScroll(staff);
    await picture(staff, info, 'tokens-scheduled');
    await sendDueNow(reference);
    await expect(rowOf(staff, reference)).toContainText(/sent|delivered/);
    await expect(rowOf(staff, reference)).not.toContainText('SMS on');
  },
);
