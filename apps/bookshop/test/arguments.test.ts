/** What the command line and the environment may hold. */
import { describe, expect, it } from 'vitest';
import { readArguments } from '../src/arguments.js';

describe('the command line', () => {
  it('may be empty', () => {
    expect(readArguments([], {})).toMatchObject({
      serve: false,
      scripted: false,
      port: undefined,
      database: undefined,
    });
  });

  it('says what to do, and where', () => {
    expect(readArguments(['--serve', '--port', '8000', '--database=/tmp/a.db'], {})).toMatchObject({
      serve: true,
      port: 8000,
      database: '/tmp/a.db',
    });
    expect(readArguments(['--add-customer', 'ada@example.com'], {})).toMatchObject({ addCustomer: 'ada@example.com' });
  });

  it('takes a path as it is meant where the command was started, and the environment’s where it names none', () => {
    const env = { INIT_CWD: '/home/ada', BOOKSHOP_DATABASE: 'shop.db' };
    expect(readArguments(['--database', 'a.db'], env)).toMatchObject({ database: '/home/ada/a.db' });
    expect(readArguments([], env)).toMatchObject({ database: '/home/ada/shop.db' });
    expect(readArguments(['--database', ':memory:'], env)).toMatchObject({ database: ':memory:' });
  });

  it.each([
    [['--serve', '--scripted'], {}, 'exclude each other'],
    [['--port', 'x'], {}, 'x is no port'],
    [['--port', '70000'], {}, '70000 is no port'],
    [['--loud'], {}, '--loud'],
    [['dracula'], {}, 'dracula'],
    [[], { STATE_KEY: 'short' }, 'STATE_KEY is shorter than 32 bytes'],
  ])('%j with %j is refused', (args, env, problem) => {
    expect(readArguments(args, env)).toMatchObject({ problem: expect.stringContaining(problem) as string });
  });
});
