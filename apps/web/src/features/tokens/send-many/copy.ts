import type { EmailStatus, SendChannel, SendingJob, SendingRowState } from '@caredrop/contracts';

const rowStates: Record<SendingRowState, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  unconfirmed: 'May have been sent',
  failed: 'Not sent',
  cancelled: 'Cancelled',
};

const emailStates: Record<EmailStatus, string> = {
  queued: 'Email queued',
  sent: 'Email sent',
  failed: 'Email not sent',
  cancelled: 'Email not sent, because the link ended first',
};

const jobStates: Record<SendingJob['state'], string> = {
  scheduled: 'Scheduled',
  running: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
};

const requests = (count: number) => (count === 1 ? '1 request' : `${count} requests`);

/** The copy for the pages that send many requests from a file. */
export const copy = {
  title: 'Send many requests',
  purpose:
    'One link for each row of a CSV file, each texted or emailed to its patient. Nothing is sent before you have seen every row.',
  back: 'Back to your links',
  another: 'Send another file',
  file: {
    title: '1. Choose the file',
    choose: 'Choose a CSV file',
    other: 'Choose another file',
    drop: 'or drop it here',
    columns:
      'Columns: Reference, and Phone or Email or both; if you like also Language, Nickname, Due and Template. A row with both is texted and emailed.',
    due: 'Due is the number of days for which the link works, or its last day, such as 31/12/2026. Template is the name of a request template.',
    sample: 'Download a sample',
    reading: 'Reading the file…',
    read: (name: string, rows: number) => `${name}: ${rows === 1 ? '1 row' : `${rows} rows`}`,
    ignored: (columns: string[]) => `Columns that are not used: ${columns.join(', ')}.`,
    problems: {
      empty: 'This file has no rows below its header.',
      workbook:
        'This is an Excel workbook. In Excel, choose Save As and the type CSV, and choose that file here.',
      large: 'This file is larger than 1 MB.',
      rows: (rows: number, max: number) =>
        `A file can have at most ${max} rows. This one has ${rows}: please divide it.`,
      quotes: (line: number) =>
        `In row ${line}, quotation marks do not enclose a whole cell, so the rows after it could be misread. Please correct row ${line}, then choose the file again.`,
      missing: (column: string) =>
        `There is no column for the ${column}. The first row must name the columns, as in the sample.`,
      twice: (column: string) =>
        `More than one column is named like the ${column}. Please remove the others.`,
      unreadable: 'This file could not be read.',
    },
    columnNames: {
      reference: 'reference',
      phone: 'phone number',
      email: 'email address',
      contact: 'phone number or the email address',
      language: 'language',
      nickname: 'nickname',
      due: 'due day',
      template: 'template',
    },
  },
  options: {
    title: '2. For rows that leave it open',
    reminders: 'Remind patients who have not sent their document',
    remindersHelp: 'Patients without a phone number are reminded by email.',
  },
  check: {
    title: '3. Check every row',
    checking: 'Checking every row…',
    failed: 'The file could not be checked. Nothing was sent.',
    again: 'Check again',
    summary: (sendable: number, rest: number) =>
      `${requests(sendable)} will be sent.${rest > 0 ? ` ${rest === 1 ? '1 row' : `${rest} rows`} will not.` : ''}`,
    segments: (gsm: number, ucs2: number) => {
      const parts = [
        ...(gsm > 0 ? [`${gsm} in the basic alphabet`] : []),
        ...(ucs2 > 0 ? [`${ucs2} in other alphabets`] : []),
      ];
      return `SMS segments, which the provider charges: ${gsm + ucs2} (${parts.join(', ')}).`;
    },
    emails: (count: number) => `Emails: ${count}.`,
    limit: (waiting: number, sendable: number) => {
      const cause = 'because of a daily limit of texts or emails';
      if (waiting === sendable) return `Sending starts tomorrow between 08:00 and 20:00, ${cause}.`;
      return `${waiting === 1 ? '1 request waits' : `${waiting} requests wait`} until tomorrow or later, between 08:00 and 20:00, ${cause}.`;
    },
    laterDay: 'The daily limits of texts and emails apply on that day.',
    teamLeft:
      'Nothing was sent, because you no longer belong to the team that you chose. The links would now be yours alone.',
    table: 'Rows of the file',
    show: 'Show',
    filters: (all: number, sendable: number): [string, string][] => [
      ['', `All rows (${all})`],
      ['ok', `Will be sent (${sendable})`],
      ['not', `Will not be sent (${all - sendable})`],
    ],
    ok: (channels: SendChannel[]) => {
      const email = channels.includes('email');
      if (channels.includes('sms')) return email ? 'Will be texted and emailed.' : 'Will be texted.';
      return email ? 'Will be emailed.' : 'Will be sent.';
    },
    none: 'No row matches.',
  },
  send: {
    later: (count: number) => (count === 1 ? 'Schedule 1' : `Schedule ${count}`),
    label: (count: number) => (count === 1 ? 'Send 1' : `Send ${count}`),
    loading: 'Handing over…',
    failed: 'The file could not be taken',
    unknown: 'It is not known whether the file was taken. Press the button again: nothing is sent twice.',
  },
  columns: {
    line: 'Row',
    reference: 'Reference',
    phone: 'Phone',
    email: 'Email',
    result: 'Result',
    details: 'Link',
    state: 'State',
  },
  recent: {
    title: 'Recent files',
    table: 'Files that you have sent',
    taken: 'Started',
    progress: 'Sent',
    open: 'Open',
    of: (sent: number, total: number) => `${sent} of ${total}`,
    what: 'Your files',
    kept: 'A file is deleted here 14 days after it was sent. Its links stay.',
  },
  job: {
    title: (total: number) => requests(total),
    purpose: 'You can close this page: sending goes on, and the list of files links back to it.',
    what: 'The file',
    states: jobStates,
    bar: 'Sent so far',
    stats: {
      sent: 'Sent',
      waiting: 'Waiting',
      failed: 'Not sent',
      unconfirmed: 'May have been sent',
      cancelled: 'Cancelled',
      emailsFailed: 'Emails not sent',
    },
    start: 'Start now',
    scheduled: 'Scheduled. Nothing is sent before its time.',
    scheduledFor: (when: string) => `Will be sent on ${when}. Until then you can cancel it.`,
    running: 'Sending. Each request is sent once, even if this page is closed.',
    done: 'Every row has been handled.',
    doneEmailsQueued: (count: number) =>
      `Every row has been handled. ${count === 1 ? '1 email waits' : `${count} emails wait`} for the mail server, which may still refuse ${count === 1 ? 'it' : 'them'}.`,
    doneNotAllSent:
      'Every row has been handled. Some messages were not sent, or may not have been. The results below give the reasons.',
    paused: 'Paused. Nothing is sent until you resume.',
    restored:
      'Paused because the system was restored from a backup. Some of these messages may have been sent already. Check before you resume.',
    cancelled: 'Cancelled. Links that were sent before stay valid.',
    waits: {
      limit: (time: string) =>
        `The daily limit of texts or emails is reached. Sending goes on by itself at ${time}.`,
      number: (time: string) =>
        `Daily limits hold up the remaining requests. Sending goes on by itself at ${time}.`,
      provider: (time: string) =>
        `The text message service is not accepting texts at the moment. The reason is in the list below, under “With problems”. The next attempt is at ${time}.`,
      owner: (time: string) => `The clinician’s account is disabled. It is checked again at ${time}.`,
    },
    pause: 'Pause',
    resume: 'Resume',
    changing: 'One moment…',
    cancel: 'Cancel the rest',
    download: 'Download results',
    downloadHelp: 'The file contains the links. Keep it as safe as the links themselves.',
    changeFailed: 'The change failed',
    downloadFailed: 'The results could not be loaded',
    table: 'Results of the rows',
    filters: (all: number, problems: number): [string, string][] => [
      ['', `All rows (${all})`],
      ['not', `With problems (${problems})`],
    ],
    link: 'Details',
    rowStates,
    emailStates,
    /** The state of the text of a row that has an email too. */
    text: (state: string) => `Text: ${state.toLowerCase()}`,
    byEmail: 'By email',
  },
  cancelDialog: {
    title: 'Cancel what is not sent yet?',
    /** A row that is being handed over may still be sent. */
    text: ({ waiting, sending }: Pick<SendingJob['counts'], 'waiting' | 'sending'>) =>
      `${sending > 0 ? 'Up to ' : ''}${requests(waiting + sending)} will not be sent. This cannot be undone. Links that were sent stay valid.`,
    confirm: 'Cancel the rest',
    confirming: 'Cancelling…',
  },
  csv: {
    head: 'Row,Reference,State,Reason,Email,Email reason,Link',
    name: (day: string) => `results-${day}.csv`,
  },
  sample: {
    name: 'caredrop-sample.csv',
    lines: (lastDay: string) => [
      'Reference,Phone,Email,Language,Nickname,Due',
      'AB-1001,07700 900123,,en,JS,30',
      `AB-1002,,patient@example.com,,,${lastDay}`,
      'AB-1003,+44 7700 900124,another@example.com,,,',
      '',
    ],
  },
} as const;
