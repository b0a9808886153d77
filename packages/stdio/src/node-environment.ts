/** The environment of a server that runs as a child: what it needs to run, and none of what its parent keeps there. */
import process from 'node:process';

/** Where home, programs and temporary files are, and how text and time are written. No secrets stand in any of them. */
const PASSED_ON_POSIX = 'HOME LOGNAME USER PATH SHELL TERM TMPDIR LANG LC_ALL LC_CTYPE TZ'.split(' ');

/** On Windows also where its own parts are: without `SYSTEMROOT`, sockets and randomness fail in many runtimes. */
const PASSED_ON_WINDOWS = (
  'APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PROGRAMDATA PROGRAMFILES USERNAME USERPROFILE PATH PATHEXT COMSPEC ' +
  'SYSTEMDRIVE SYSTEMROOT WINDIR TEMP TMP PROCESSOR_ARCHITECTURE TZ'
).split(' ');

/** Variables by name; `undefined` leaves one out. `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of this process that a server is given by default. On POSIX `HOME`, `LOGNAME`, `USER`, `PATH`, `SHELL`,
 * `TERM`, `TMPDIR`, `LANG`, `LC_ALL`, `LC_CTYPE` and `TZ`.
 */
export function defaultEnvironment(): Record<string, string> {
  const names = process.platform === 'win32' ? PASSED_ON_WINDOWS : PASSED_ON_POSIX;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      // A value like this is a function that an old shell would run.
      return value === undefined || value.startsWith('()') ? [] : [[name, value]];
    }),
  );
}

/** The default with the caller's own on top. */
export function environmentOf(own: Environment = {}): Record<string, string> {
  const merged = Object.entries({ ...defaultEnvironment(), ...own });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
