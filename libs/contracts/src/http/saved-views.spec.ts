import { readSchemaError } from '../schema-error.js';
import { listFilters, saveViewBody, type ListName } from './saved-views.js';

const view = (query: string, list: string = 'tokens', name = 'Ending this week') =>
  saveViewBody.safeParse({ list, name, query });
const codeOf = ({ error }: ReturnType<typeof view>) => error && readSchemaError(error)?.code;

/** A query with every filter of the list. */
const everyFilter = (list: ListName) => listFilters[list].map((name) => `${name}=a`).join('&');

describe('the filters of a saved view', () => {
  it.each(Object.keys(listFilters) as ListName[])('a view of %s can set each filter of its list', (list) => {
    expect(view(everyFilter(list), list).success).toBe(true);
  });

  it.each([
    ['of another list', 'userId=a'],
    ['that no list has', 'status=active&cursor=a'],
    ['twice', 'status=active&status=used'],
    ['to nothing', 'status=active&search=%20'],
  ])('a view cannot set a filter %s', (_how, query) => {
    expect(view(query).success).toBe(false);
  });

  it('a view must set at least one filter and belong to a known list', () => {
    expect(view('').success).toBe(false);
    expect(view('status=active', 'audit').success).toBe(false);
  });

  it('a view may not contain a link, or most of one, in its filters or its name', () => {
    const link = 'aB3'.repeat(15).slice(0, 43);
    const found = `https://caredrop.example/upload?token=${link}`;
    for (const text of [link, link.slice(5), found])
      expect(codeOf(view(new URLSearchParams({ search: text }).toString()))).toBe('view_holds_link');
    expect(codeOf(view('status=active', 'tokens', `Link ${link}`))).toBe('view_holds_link');
    expect(view(`search=${'1f'.repeat(16)}`).success).toBe(true);
  });
});

describe('the name of a saved view', () => {
  it('a name is required and has at most 60 characters', () => {
    expect(codeOf(view('status=active', 'tokens', '  '))).toBe('view_name_required');
    expect(codeOf(view('status=active', 'tokens', 'é '.repeat(31)))).toBe('too_long');
    expect(view('status=active', 'tokens', ` ${'é '.repeat(30)}`).data?.name).toBe('é '.repeat(30).trim());
  });
});
