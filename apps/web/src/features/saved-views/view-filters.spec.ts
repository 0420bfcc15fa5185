import { describe, expect, it } from '@jest/globals';
import { filtersIn } from './view-filters.js';

describe('the filters in a URL', () => {
  it('the order of the parameters does not matter', () => {
    expect(filtersIn('tokens', '?sort=expiry&status=active')).toBe('status=active&sort=expiry');
    expect(filtersIn('tokens', 'status=active&sort=expiry')).toBe('status=active&sort=expiry');
  });

  it('blank filters and parameters that are not filters of the list are left out', () => {
    expect(filtersIn('documents', 'search=%20&userId=1&review=new')).toBe('review=new');
    expect(filtersIn('documents', '')).toBe('');
  });

  it('a search keeps its special characters', () => {
    const search = 'Łucja & sons = 50 %';
    const query = filtersIn('documents', new URLSearchParams({ search }).toString());
    expect(new URLSearchParams(query).get('search')).toBe(search);
  });
});
