/** Self time out of a V8 CPU profile: by package, and by function with the file it is in. */

/** The part of a `.cpuprofile` that is read. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[] | undefined;
  }[];
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

export interface SelfTime {
  readonly name: string;
  /** Share of the time in which the process was not idle, 0 to 1. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly packages: readonly SelfTime[];
  readonly functions: readonly SelfTime[];
}

export function summarise(profile: CpuProfile): ProfileSummary {
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  for (const id of profilerNodes(profile)) frames.delete(id);
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  profile.samples?.forEach((id, index) => {
    const frame = frames.get(id);
    const time = profile.timeDeltas?.[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)') return;
    total += time;
    add(packages, packageOf(frame.url, frame.functionName), time);
    add(functions, nameOf(frame), time);
  });
  return { packages: sorted(packages, total), functions: sorted(functions, total) };
}

/** The profiler's own start and stop run in the process, and would be counted as its work. */
function profilerNodes({ nodes }: CpuProfile): Set<number> {
  const found = new Set<number>();
  // Parents stand before their children.
  for (const { id, callFrame, children } of nodes) {
    if (callFrame.url.startsWith('node:inspector')) found.add(id);
    if (found.has(id)) children?.forEach((child) => found.add(child));
  }
  return found;
}

function add(sums: Map<string, number>, name: string, time: number): void {
  sums.set(name, (sums.get(name) ?? 0) + time);
}

function sorted(sums: ReadonlyMap<string, number>, total: number): SelfTime[] {
  return [...sums]
    .map(([name, time]) => ({ name, share: total === 0 ? 0 : time / total }))
    .toSorted((a, b) => b.share - a.share);
}

/** `@mrtr/server`, `zod`, `node:http` …, or the engine where no file is known. */
export function packageOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'built-in';
  if (url.startsWith('node:')) return url;
  const inModules = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inModules !== undefined) return inModules;
  const inWorkspace = /\/(packages|apps)\/([^/]+)\//.exec(url)?.[2];
  return inWorkspace === undefined ? url : `@mrtr/${inWorkspace}`;
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const file = url.replace(/.*\/node_modules\//, '').replace(/.*\/(packages|apps)\//, '');
  return `${name}  ${file}:${lineNumber + 1}`;
}
