import { linkMark } from '../link/link-mark.js';
import { noteReceived, wasReceivedHere } from './received-here.js';

const at = '2026-11-20T10:00:00.000Z';
const place = 'caredrop.received';

beforeEach(() => localStorage.clear());

describe('the documents that this browser has sent', () => {
  it('the last ten links are remembered with their times, and the storage does not contain them as text', () => {
    const links = Array.from({ length: 11 }, (_, nth) => `link-${nth}`);
    for (const link of links) noteReceived(localStorage, link, at, 'file');
    expect(links.filter((link) => wasReceivedHere(localStorage, link, at))).toEqual(links.slice(1));
    expect(wasReceivedHere(localStorage, 'link-10', '2026-11-20T10:00:01.000Z')).toBe(false);
    expect(localStorage.getItem(place)).not.toContain('link-');
  });

  it('the document of a link is distinguished from other files', () => {
    noteReceived(localStorage, 'link', at, '12-ab-cd');
    expect(wasReceivedHere(localStorage, 'link', at, '12-ab-cd')).toBe(true);
    expect(wasReceivedHere(localStorage, 'link', at, '12-ab-c')).toBe(false);
    expect(wasReceivedHere(localStorage, 'another-link', at, '12-ab-cd')).toBe(false);
  });

  it('an entry of an earlier version, which has no file, is recognised, and a damaged one is ignored', () => {
    localStorage.setItem(place, JSON.stringify({ link: linkMark('link'), receivedAt: at }));
    expect(wasReceivedHere(localStorage, 'link', at)).toBe(true);
    expect(wasReceivedHere(localStorage, 'link', at, 'file')).toBe(false);
    localStorage.setItem(place, '{"link":');
    expect(wasReceivedHere(localStorage, 'link', at)).toBe(false);
    noteReceived(localStorage, 'link', at, 'file');
    expect(wasReceivedHere(localStorage, 'link', at)).toBe(true);
  });
});
