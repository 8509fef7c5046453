/** Reads the CPU time of the processes of a network, on Linux. */
import { readdirSync, readFileSync } from 'node:fs';
import { cpuSeconds } from './targets.js';

/** Returns the CPU seconds of a process and all that it has started, or undefined if the system does not report them. */
export function cpuSecondsOfTree(pid: number): number | undefined {
  const children = new Map<number, number[]>();
  for (const name of processes()) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const total = (of: number): number | undefined => {
    const own = cpuSeconds(of);
    if (own === undefined) return undefined;
    return (children.get(of) ?? []).reduce((sum, child) => sum + (total(child) ?? 0), own);
  };
  return total(pid);
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function parentOf(pid: string): number | undefined {
  try {
    // The name in parentheses may contain anything. The parent is the second field after it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
