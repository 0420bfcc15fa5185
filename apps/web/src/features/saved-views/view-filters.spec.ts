import { describe, expect, it } from '@jest/globals';
import { filtersIn } from './view-filters.js';

describe('the filters in an address', () => {
  it('the same filters in another order are the same', () => {
    expect(filtersIn('tokens', '?sort=expiry&status=active')).toBe('status=active&sort=expiry');
    expect(filtersIn('tokens', 'status=active&sort=expiry')).toBe('status=active&sort=expiry');
  });

  it('blank filters and what is not a filter of the list are left out', () => {
    expect(filtersIn('documents', 'search=%20&userId=1&review=new')).toBe('review=new');
    expect(filtersIn('documents', '')).toBe('');
  });

  it('a search with any characters survives', () => {
    const search = 'Łucja & sons = 50 %';
    const query = filtersIn('documents', new URLSearchParams({ search }).toString());
    expect(new URLSearchParams(query).get('search')).toBe(search);
  });
});
