export { dockerAnswers } from './docker/docker-answers.js';
export { startKmsEmulator, type KmsEmulator } from './kms/start-kms-emulator.js';
export { startMailInbox, type MailInbox, type MailInboxOptions } from './mail/start-mail-inbox.js';
export type { Mail } from './mail/mail.js';
export {
  startTwilioEmulator,
  type TwilioEmulator,
  type TwilioEmulatorOptions,
} from './sms/start-twilio-emulator.js';
export type { SmsMessage } from './sms/sms-message.js';
export { startObjectStore, type ObjectStore, type S3Access } from './object-store/start-object-store.js';
export { startPostgres, type Postgres, type PostgresOptions } from './postgres/start-postgres.js';
export {
  startRabbitmq,
  HOW_TO_GET_RABBITMQ,
  type Rabbitmq,
  type RabbitmqOptions,
} from './rabbitmq/start-rabbitmq.js';
export { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from './traces/start-trace-receiver.js';
export { freePort } from '../process/free-port.js';
export { processInfo, type ProcessInfo } from '../process/process-info.js';
export { startChild, signalGroup, type Child, type ChildOptions, type Exit } from '../process/start-child.js';
export { until } from '../process/until.js';
export { startTestServices, type BackingName, type TestServices } from '../test-services.js';
