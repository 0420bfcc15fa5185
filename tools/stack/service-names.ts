/** The processes of the product, in the order in which they are stopped: the edge first. */
export const serviceNames = ['gateway', 'notification', 'document', 'token', 'auth'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Those with a database of their own. */
export const databaseOwners = ['auth', 'token', 'document', 'notification'] as const;
export type DatabaseOwner = (typeof databaseOwners)[number];

/** Who may call whom (design §2): the callee knows the keys of these and of nobody else. */
export const callersOf: Record<ServiceName, readonly ServiceName[]> = {
  gateway: [],
  auth: ['gateway', 'token', 'document', 'notification'],
  token: ['gateway', 'document', 'notification'],
  document: ['gateway', 'token', 'notification'],
  notification: ['gateway', 'token', 'auth', 'document'],
};
