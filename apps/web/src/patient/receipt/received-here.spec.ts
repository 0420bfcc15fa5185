import { noteReceived, wasReceivedHere } from './received-here.js';

const at = '2026-11-20T10:00:00.000Z';
const place = 'caredrop.received';

beforeEach(() => localStorage.clear());

describe('the documents that this browser has sent', () => {
  it('the last ten links are remembered with their times, and the storage does not contain them as text', () => {
    const links = Array.from({ length: 11 }, (_, nth) => `link-${nth}`);
    for (const link of links) noteReceived(localStorage, link, at);
    expect(links.filter((link) => wasReceivedHere(localStorage, link, at))).toEqual(links.slice(1));
    expect(wasReceivedHere(localStorage, 'link-10', '2026-11-20T10:00:01.000Z')).toBe(false);
    expect(localStorage.getItem(place)).not.toContain('link-');
  });

  it('an entry has the format of earlier versions, and a damaged one is ignored', () => {
    noteReceived(localStorage, 'link', at);
    expect(localStorage.getItem(place)).toMatch(
      /^\{"link":"[^"]+","receivedAt":"2026-11-20T10:00:00.000Z"\}\n?$/,
    );
    localStorage.setItem(place, '{"link":');
    expect(wasReceivedHere(localStorage, 'link', at)).toBe(false);
    noteReceived(localStorage, 'link', at);
    expect(wasReceivedHere(localStorage, 'link', at)).toBe(true);
  });
});
