export { checkBroker } from './broker/check-broker.js';
export { brokerInspection, type InspectedBroker } from './broker/inspect-broker.js';
export { brokerOptions } from './broker/broker-options.js';
export { commandEmitter } from './commands/emit-from-command.js';
export { tellAgain } from './commands/tell-again.js';
export { RabbitEventServer } from './consumer/rabbit-event-server.js';
export { deadEvents } from './dead/dead-events.js';
export { listDead } from './dead/list-dead.js';
export type { DeadQueue } from './dead/open-dead-queue.js';
export type { ParkedEvent } from './dead/parked-event.js';
export { replayDead } from './dead/replay-dead.js';
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
