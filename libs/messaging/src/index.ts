export { checkBroker } from './broker/check-broker.js';
export { brokerInspection, type InspectedBroker } from './broker/inspect-broker.js';
export { brokerOptions } from './broker/broker-options.js';
export { commandEmitter } from './commands/emit-from-command.js';
export { republishSince } from './commands/republish-since.js';
export { RabbitEventServer } from './consumer/rabbit-event-server.js';
export { deadLetters } from './dead-letters/dead-letters.js';
export { listDeadLetters } from './dead-letters/list-dead-letters.js';
export type { DeadQueue } from './dead-letters/for-each-dead-letter.js';
export type { DeadLetter } from './dead-letters/dead-letter.js';
export { replayDeadLetters } from './dead-letters/replay-dead-letters.js';
export { EventContext } from './inbox/event-context.js';
export { subscribeLive, type LiveOptions, type LiveSubscription } from './live/subscribe-live.js';
export { MessagingModule, type MessagingModuleOptions } from './messaging.module.js';
export {
  defaultTuning,
  type MessagingOptions,
  type MessagingTuning,
  type ServiceName,
} from './messaging.options.js';
export { emitInto } from './outbox/append.js';
export { OutboxRelay } from './outbox/relay.js';
export { republish, type Republication } from './outbox/republish.js';
export { consumedBy, consumers, consumingServices } from './topology/consumers.js';
export type {
  Correlation,
  Emit,
  MessagingContext,
  NewEvent,
  RawSql,
  TransactionOptions,
  TransactionRunner,
} from './types.js';
export type { Forgery, ServiceKeys, UnsignedEvents } from './signing/event-verifier.js';
export { EventSigner, SIGNATURE_HEADER } from './signing/signature.js';
export { FORGED_HELP } from './metrics.js';
export { brokerDefinitions, brokerUserOf, type DefinitionsOptions } from './topology/definitions.js';
export type { Topology } from './topology/prepare-topology.js';
export type { BrokerUser } from './topology/rights.js';
export { UnitOfWork } from './unit-of-work.js';
