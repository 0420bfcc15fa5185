import type { Token } from '@caredrop/contracts';
import { aPdf } from '@caredrop/testing';
import { expect, type Page } from '@playwright/test';
import type { ApiClient } from './api.js';
import { databaseUrl, query } from './insides.js';
import { aReference, receive } from './make.js';
import { aHeic, aNoisyPng } from './photos.js';
import { button, hold } from './screen.js';
import type { WholeCopy } from './whole-copy.js';

/** A patient's page, and what is needed to bring it into its states. */
interface Stage {
  page: Page;
  api: ApiClient;
  /** The sentences that the page shows. */
  copy: WholeCopy;
}

interface PatientState {
  name: string;
  /** Opens a new link, and resolves once the page is in this state. */
  show: (stage: Stage) => Promise<void>;
}

const limit = 5 * 1024 * 1024;
const uploads = /\/api\/upload\//;

const inDatabase = (set: string, { id }: Token) =>
  query(databaseUrl('caredrop_token'), `UPDATE tokens SET ${set} WHERE id = '${id}'`);
const expire = (token: Token) =>
  inDatabase("status = 'expired', expires_at = now() - interval '1 day'", token);

const newLink = ({ api }: Stage) => api.createToken(aReference('P'));
const visit = ({ page }: Stage, value: string) => page.goto(`/upload?token=${value}`);
const choose = ({ page }: Stage, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
const seeButton = ({ page }: Stage, name: string) => expect(button(page, name)).toBeVisible();
const seeHeading = ({ page }: Stage, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
const press = ({ page }: Stage, name: string) => button(page, name).click();

async function openForm(stage: Stage): Promise<Token> {
  const token = await newLink(stage);
  await visit(stage, token.token);
  await seeButton(stage, stage.copy.form.takePhoto());
  return token;
}

const label = 'The name of a document that has sixty characters altogether.';
const items = [{ label: 'Card', optional: true }, { label }];

/** Opens the link of the first of two documents, which can be skipped. */
async function openOfSeveral(stage: Stage): Promise<Token> {
  const token = await stage.api.createToken(aReference('P'), { items });
  await visit(stage, token.token);
  await seeButton(stage, stage.copy.request.skip());
  return token;
}

async function leaveOut(stage: Stage): Promise<Token> {
  const token = await openOfSeveral(stage);
  await press(stage, stage.copy.request.skip());
  await press(stage, stage.copy.request.leave.confirm());
  await expect(stage.page.getByText(label)).toBeVisible();
  return token;
}

async function chosenPdf(stage: Stage, name = 'letter.pdf'): Promise<Token> {
  const token = await openForm(stage);
  await choose(stage, name, 'application/pdf', aPdf());
  await seeButton(stage, stage.copy.form.change());
  return token;
}

async function photographed(stage: Stage, count: number): Promise<void> {
  const { page, copy } = stage;
  await openForm(stage);
  for (let number = 1; number <= count; number += 1) {
    await (
      number === 1 ? button(page, copy.form.takePhoto()) : button(page, copy.pages.add()).last()
    ).click();
    await press(stage, copy.scan.shoot());
    await page.getByText(copy.scan.added({ number }), { exact: true }).waitFor({ state: 'attached' });
  }
}

async function onCheck(stage: Stage, tries = 0): Promise<Token> {
  const { api, copy, page } = stage;
  const token = await api.createCheckedToken(aReference('P'), '1948-03-27');
  await inDatabase(`check_tries = ${tries}`, token);
  await visit(stage, token.token);
  await expect(page.getByLabel(copy.check.day(), { exact: true })).toBeVisible();
  return token;
}

async function giveDate({ page, copy }: Stage, year: string): Promise<void> {
  for (const [label, value] of [
    [copy.check.day(), '1'],
    [copy.check.month(), '1'],
    [copy.check.year(), year],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press('Enter');
}

async function openCant(stage: Stage): Promise<void> {
  await openForm(stage);
  await press(stage, stage.copy.form.cant());
  await seeHeading(stage, stage.copy.cant.heading());
}

async function visitExpired(stage: Stage, change?: (token: Token) => Promise<unknown>): Promise<void> {
  const token = await newLink(stage);
  await expire(token);
  await change?.(token);
  await visit(stage, token.token);
  await seeHeading(stage, stage.copy.link.invalid());
}

/**
 * The states and dialogs of the patient's page. Needs a browser with `fakeCamera`, and `showPages` with a
 * blurred second page.
 */
export const patientStates: PatientState[] = [
  { name: 'form', show: async (stage) => void (await openForm(stage)) },
  {
    name: 'nothing chosen',
    show: async (stage) => {
      await openForm(stage);
      await press(stage, stage.copy.form.upload());
      await expect(stage.page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'file and long comment',
    show: async (stage) => {
      await chosenPdf(stage, 'a letter from the hospital, with_a_name_that_is_rather_long_2026-11-23.pdf');
      await stage.page.getByLabel(stage.copy.form.comment(), { exact: true }).fill('a comment '.repeat(120));
      await press(stage, stage.copy.form.upload());
    },
  },
  {
    name: 'wrong type',
    show: async (stage) => {
      await openForm(stage);
      await choose(stage, 'notes.docx', 'application/msword', Buffer.from('PK\u0003\u0004 a document'));
      await expect(stage.page.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'photo too large',
    show: async (stage) => {
      await openForm(stage);
      await choose(stage, 'scan.png', 'image/png', aNoisyPng(1500, 1200));
      await press(stage, stage.copy.advice.remedy.shrink());
      await seeButton(stage, stage.copy.pages.add());
    },
  },
  {
    name: 'HEIC photo',
    show: async (stage) => {
      await openForm(stage);
      await choose(stage, 'IMG_0001.HEIC', 'image/heic', aHeic());
      await seeButton(stage, stage.copy.advice.remedy.convert());
    },
  },
  {
    name: 'PDF too large',
    show: async (stage) => {
      await openForm(stage);
      await choose(stage, 'scan.pdf', 'application/pdf', aPdf({ bytes: limit }));
      await seeButton(stage, stage.copy.advice.pictures.send());
    },
  },
  {
    name: 'PDF as pictures',
    show: async (stage) => {
      const drawings = ['1 0 0 rg 100 500 300 200 re f', '0 0 1 rg 100 500 300 200 re f'];
      await openForm(stage);
      await choose(stage, 'scan.pdf', 'application/pdf', aPdf({ bytes: limit, drawings }));
      await press(stage, stage.copy.advice.pictures.send());
      await seeHeading(stage, stage.copy.pages.count({ count: 2 }));
    },
  },
  {
    name: 'camera',
    show: async (stage) => {
      await openForm(stage);
      await press(stage, stage.copy.form.takePhoto());
      await expect(button(stage.page, stage.copy.scan.shoot())).toBeEnabled();
    },
  },
  {
    name: 'camera with a hint',
    show: async (stage) => {
      await photographed(stage, 2);
      await expect(stage.page.getByText(stage.copy.scan.hint.blurred()).last()).toBeVisible();
    },
  },
  {
    name: 'pages',
    show: async (stage) => {
      await photographed(stage, 2);
      await button(stage.page, stage.copy.scan.useAnyway()).last().click();
      await press(stage, stage.copy.scan.done());
      await seeHeading(stage, stage.copy.pages.count({ count: 2 }));
      await button(stage.page, stage.copy.scan.actionsOn.delete({ number: 1 })).click();
      await seeButton(stage, stage.copy.scan.undo());
    },
  },
  {
    name: 'look',
    show: async (stage) => {
      await openForm(stage);
      await choose(stage, 'noise.png', 'image/png', aNoisyPng(600, 400));
      await press(stage, stage.copy.advice.look.open({ name: 'noise.png' }));
      await expect(stage.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'guide',
    show: async (stage) => {
      await openForm(stage);
      await press(stage, stage.copy.guide.watch());
      await stage.page.getByText(stage.copy.captions.inWords(), { exact: true }).click();
    },
  },
  { name: 'report', show: openCant },
  {
    name: 'report without a reason',
    show: async (stage) => {
      await openCant(stage);
      await press(stage, stage.copy.cant.send());
      await expect(stage.page.getByText(stage.copy.cant.choose(), { exact: true })).toBeVisible();
    },
  },
  {
    name: 'reported',
    show: async (stage) => {
      await openCant(stage);
      await stage.page.getByLabel(stage.copy.cant.reasons.help(), { exact: true }).check();
      await press(stage, stage.copy.cant.send());
      await seeHeading(stage, stage.copy.cant.told());
    },
  },
  {
    name: 'sending',
    show: async (stage) => {
      await chosenPdf(stage);
      await hold(stage.page, 'POST', uploads);
      await press(stage, stage.copy.form.upload());
      await expect(stage.page.getByRole('progressbar')).toBeVisible();
    },
  },
  {
    name: 'sending without a connection',
    show: async (stage) => {
      await chosenPdf(stage);
      await stage.page.context().setOffline(true);
      await press(stage, stage.copy.form.upload());
      await expect(stage.page.getByText(stage.copy.sending.offline(), { exact: true })).toBeVisible();
      await stage.page.context().setOffline(false);
    },
  },
  {
    name: 'not sent',
    show: async (stage) => {
      await chosenPdf(stage);
      await stage.page.route(uploads, (route) => route.fulfill({ status: 500, body: 'not JSON' }));
      await press(stage, stage.copy.form.upload());
      await seeButton(stage, stage.copy.notSent.tryAgain());
    },
  },
  {
    name: 'received',
    show: async (stage) => {
      await chosenPdf(stage);
      await press(stage, stage.copy.form.upload());
      await seeHeading(stage, stage.copy.done.uploaded());
    },
  },
  {
    name: 'own document received',
    show: async (stage) => {
      const token = await chosenPdf(stage);
      await press(stage, stage.copy.form.upload());
      await seeHeading(stage, stage.copy.done.uploaded());
      await visit(stage, token.token);
      await expect(stage.page.getByText(stage.copy.usedLink.own(), { exact: true })).toBeVisible();
    },
  },
  { name: 'one of several', show: async (stage) => void (await openOfSeveral(stage)) },
  {
    name: 'question before a document is left out',
    show: async (stage) => {
      await openOfSeveral(stage);
      await press(stage, stage.copy.request.skip());
      await expect(stage.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'document left out, another one next',
    show: async (stage) => {
      const token = await leaveOut(stage);
      await visit(stage, token.token);
      await seeHeading(stage, stage.copy.request.skipped());
      await seeButton(stage, stage.copy.request.continue());
    },
  },
  {
    name: 'end of several',
    show: async (stage) => {
      await leaveOut(stage);
      await choose(stage, 'letter.pdf', 'application/pdf', aPdf());
      await press(stage, stage.copy.form.upload());
      await expect(stage.page.getByText(stage.copy.request.done(), { exact: true })).toBeVisible();
    },
  },
  {
    name: 'next of several unknown',
    show: async (stage) => {
      const token = await leaveOut(stage);
      await stage.page.route(/\/api\/links\/request$/, (route) => route.abort());
      await visit(stage, token.token);
      await seeButton(stage, stage.copy.notSent.tryAgain());
    },
  },
  {
    name: 'another document received',
    show: async (stage) => {
      const { token } = await receive(stage.api, aReference('P'));
      await visit(stage, token.token);
      await seeHeading(stage, stage.copy.link.invalid());
    },
  },
  {
    name: 'expired',
    show: async (stage) => {
      await visitExpired(stage);
      await seeButton(stage, stage.copy.renewal.ask());
    },
  },
  {
    name: 'asked for a new link',
    show: async (stage) => {
      await visitExpired(stage);
      await press(stage, stage.copy.renewal.ask());
      await expect(stage.page.getByText(stage.copy.renewal.asked(), { exact: true })).toBeVisible();
    },
  },
  {
    name: 'replaced',
    show: (stage) =>
      visitExpired(stage, ({ id }) => stage.api.post(`/tokens/${id}/reissue`, { send: false })),
  },
  {
    name: 'revoked',
    show: (stage) =>
      visitExpired(stage, (token) => inDatabase("status = 'revoked', revoked_at = now()", token)),
  },
  {
    name: 'unknown link',
    show: async (stage) => {
      await visit(stage, 'x'.repeat(43));
      await seeHeading(stage, stage.copy.link.invalid());
    },
  },
  {
    name: 'no link',
    show: async (stage) => {
      await visit(stage, '');
      await seeHeading(stage, stage.copy.link.invalid());
    },
  },
  {
    name: 'unreachable',
    show: async (stage) => {
      const token = await newLink(stage);
      await stage.page.route(/\/api\/tokens\//, (route) => route.abort());
      await visit(stage, token.token);
      await seeHeading(stage, stage.copy.unreachable.heading());
    },
  },
  { name: 'date of birth', show: async (stage) => void (await onCheck(stage)) },
  {
    name: 'wrong date of birth',
    show: async (stage) => {
      await onCheck(stage, 7);
      await giveDate(stage, '1950');
      await expect(stage.page.getByRole('alert')).toContainText(stage.copy.check.problem.wrong());
    },
  },
  {
    name: 'date of birth paused',
    show: async (stage) => {
      await onCheck(stage, 9);
      await giveDate(stage, '1950');
      await seeHeading(stage, stage.copy.check.waiting.heading());
    },
  },
  {
    name: 'date of birth locked',
    show: async (stage) => {
      await onCheck(stage, 29);
      await giveDate(stage, '1950');
      await seeHeading(stage, stage.copy.check.locked.heading());
    },
  },
];
