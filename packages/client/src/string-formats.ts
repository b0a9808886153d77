/**
 * The four string formats a form may ask for, checked in linear time.
 *
 * Specification 2026-07-28, client/elicitation "Requested Schema"; RFC 3339 for dates, RFC 5321 for the length of an address.
 */

const FORMATS = ['email', 'uri', 'date', 'date-time'] as const;

export type Format = (typeof FORMATS)[number];

export function isFormat(value: unknown): value is Format {
  return (FORMATS as readonly unknown[]).includes(value);
}

/** No looser than what the format's RFC allows to be told apart cheaply; the server decides in the end. */
export function checkFormat(format: Format, value: string): boolean {
  switch (format) {
    case 'email':
      return isEmail(value);
    case 'uri':
      return /^[a-zA-Z][a-zA-Z0-9+.-]*:[^\s]+$/.test(value) && URL.canParse(value);
    case 'date':
      return value.length === 10 && isDate(value);
    case 'date-time':
      return isDateTime(value);
  }
}

function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  const domain = value.slice(at + 1);
  // Every class below excludes the characters around it, so there is nothing to backtrack into.
  return (
    at > 0 &&
    at <= 64 &&
    value.length <= 254 &&
    !/[\s@]/.test(value.slice(0, at)) &&
    /^[^\s@.]+(?:\.[^\s@.]+)*$/.test(domain)
  );
}

function isDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isDateTime(value: string): boolean {
  if (!isDate(value.slice(0, 10))) return false;
  const time = /^[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/.exec(value.slice(10));
  if (time === null) return false;
  const [hour, minute, second] = [Number(time[1]), Number(time[2]), Number(time[3])];
  const [offsetHour, offsetMinute] = [Number(time[4] ?? 0), Number(time[5] ?? 0)];
  // RFC 3339 writes a leap second as 60.
  return hour <= 23 && minute <= 59 && second <= 60 && offsetHour <= 23 && offsetMinute <= 59;
}
