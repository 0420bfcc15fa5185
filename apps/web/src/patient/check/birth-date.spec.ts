import { readDate } from './birth-date.js';

const today = new Date('2026-11-23T12:00:00.000Z');
const read = (day: string, month: string, year: string, language = 'en-GB') =>
  readDate({ day, month, year }, language, today);

describe('reading a typed date of birth', () => {
  it.each([
    ['27', '3', '1948', 'en-GB'],
    [' 27 ', '03', '1948', 'en-GB'],
    ['27', 'March', '1948', 'en-GB'],
    ['27', 'mar.', '1948', 'en-GB'],
    ['27', 'marzec', '1948', 'pl'],
    ['27', 'MÄRZ', '1948', 'de'],
    ['27', 'March', '1948', 'pl'],
    ['٢٧', '٣', '١٩٤٨', 'ar'],
    ['۲۷', '۳', '۱۹۴۸', 'fa'],
    ['২৭', '৩', '১৯৪৮', 'bn'],
    ['２７', '３', '１９４８', 'zh-Hans'],
    ['27日', '3月', '1948年', 'zh-Hans'],
    ['27', '三月', '1948', 'zh-Hans'],
    ['27', 'marca', '1948', 'pl'],
    ['27', 'thang 3', '1948', 'vi'],
    ['27', 'مارس', '1948', 'ar'],
  ])('%s %s %s in %s is read as 27 March 1948', (day, month, year, language) => {
    expect(read(day, month, year, language)).toEqual({ date: '1948-03-27' });
  });

  it('a complete month name is recognised, even if other names begin with it or its accents are missing', () => {
    expect(read('1', 'tháng 1', '1948', 'vi')).toEqual({ date: '1948-01-01' });
    expect(read('1', 'Subat', '1948', 'tr')).toEqual({ date: '1948-02-01' });
  });

  it.each([
    ['', '', '', 'missing', 'day'],
    ['32', '3', '1948', 'day', 'day'],
    ['', '3', '1948', 'day', 'day'],
    ['27', '13', '1948', 'month', 'month'],
    ['27', 'ma', '1948', 'month', 'month'],
    ['27', '3', '48', 'year', 'year'],
    ['27', '3', '1899', 'year', 'year'],
    ['30', '2', '1948', 'noSuchDay', 'day'],
    ['24', '11', '2026', 'future', 'year'],
  ])(
    '%s %s %s is refused with a problem (%s) and the box to correct (%s)',
    (day, month, year, problem, box) => {
      expect(read(day, month, year)).toEqual({ problem, box });
    },
  );
});
