/** Page size that the SPA requests. */
export const PAGE = 50;

export interface List {
  what: string;
  /** Path and query, without `limit`. */
  path: string;
  as: 'clinician' | 'admin';
  /** The same rows with `pg`, without counts; `$1` is the clinician. */
  baseline?: { database: 'token' | 'document'; where: string; ofClinician?: boolean };
}

export const lists: List[] = [
  {
    what: 'own links',
    path: '/api/tokens',
    as: 'clinician',
    baseline: { database: 'token', where: 'owner_id = $1', ofClinician: true },
  },
  {
    what: 'own documents',
    path: '/api/documents',
    as: 'clinician',
    baseline: { database: 'document', where: 'owner_id = $1', ofClinician: true },
  },
  {
    what: 'monitor',
    path: '/api/admin/tokens/monitor',
    as: 'admin',
    baseline: { database: 'token', where: 'true' },
  },
  { what: 'monitor: active', path: '/api/admin/tokens/monitor?status=active', as: 'admin' },
  { what: 'monitor: used', path: '/api/admin/tokens/monitor?status=used', as: 'admin' },
  { what: 'monitor: expires this week', path: '/api/admin/tokens/monitor?expiryRange=week', as: 'admin' },
  { what: 'monitor: one clinician', path: '/api/admin/tokens/monitor?userId=CLINICIAN', as: 'admin' },
  { what: 'monitor: search, few matches', path: '/api/admin/tokens/monitor?search=PT-100', as: 'admin' },
  {
    what: 'all documents',
    path: '/api/admin/documents',
    as: 'admin',
    baseline: { database: 'document', where: `state <> 'rejected'` },
  },
  { what: 'all documents: images', path: '/api/admin/documents?fileType=image', as: 'admin' },
  { what: 'all documents: this week', path: '/api/admin/documents?dateRange=week', as: 'admin' },
  { what: 'all documents: one clinician', path: '/api/admin/documents?userId=CLINICIAN', as: 'admin' },
  { what: 'all documents: search', path: '/api/admin/documents?patientRefId=PT-100', as: 'admin' },
  ...ofScopes('links', '/api/tokens', ['status=active&sort=expiry', 'expiryRange=week', 'search=PT-100']),
  ...ofScopes('documents', '/api/documents', ['review=new', 'search=PT-100']),
  ...attention('links', '/api/tokens/attention'),
  ...attention('documents', '/api/documents/attention'),
];

/** The clinician's own list with each filter; the team's and covered colleagues' lists also without a filter. */
function ofScopes(of: string, path: string, filters: string[]): List[] {
  const list = (name: string, scope: string, filter = ''): List => ({
    what: `${name} ${of}${filter && `: ${filter}`}`,
    path: `${path}?${[`scope=${scope}`, filter].filter((part) => part !== '').join('&')}`,
    as: 'clinician',
  });
  return [
    ...filters.map((filter) => list('own', 'mine', filter)),
    ...['team', 'covered'].flatMap((scope) => ['', ...filters].map((filter) => list(scope, scope, filter))),
  ];
}

/** Lists of what needs attention, by scope. */
function attention(of: string, path: string): List[] {
  return ['mine', 'team', 'covered', 'any'].map((scope) => ({
    what: `${of} that need attention: ${scope}`,
    path: `${path}?scope=${scope}`,
    as: 'clinician',
  }));
}

/** Matches a sixth of all links. Measured separately, because Postgres rightly scans the whole table for it. */
export const broadSearch: List = {
  what: 'monitor: search, many matches',
  path: '/api/admin/tokens/monitor?search=ORTHO',
  as: 'admin',
};
