/** Compares two answers. Each difference is one line: its path, the recorded value and ours. */
import type { Json } from './recording.js';

export function differences(theirs: Json, ours: Json): readonly string[] {
  const found: string[] = [];
  compare(theirs, ours, '', (line) => found.push(line));
  return [...new Set(found)];
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null;

function compare(theirs: Json, ours: Json, path: string, report: (line: string) => void): void {
  if (!isObject(theirs) || !isObject(ours) || Array.isArray(theirs) !== Array.isArray(ours)) {
    if (theirs !== ours) report(`${path || 'all'}: ${inShort(theirs)} → ${inShort(ours)}`);
    return;
  }
  if (Array.isArray(theirs)) {
    if (theirs.length !== ours.length) report(`${path}: list of ${theirs.length} → of ${ours.length}`);
    else for (const [i, item] of theirs.entries()) compare(item, ours[i], `${path}[${i}]`, report);
    return;
  }
  for (const key of Object.keys(theirs)) {
    if (key in ours) compare(theirs[key], ours[key], `${path}.${key}`, report);
    else report(`${path}.${key}: is there → is not`);
  }
  for (const key of Object.keys(ours)) if (!(key in theirs)) report(`${path}.${key}: is not there → is`);
}

/** Most characters of a value in a line. */
const SHOWN = 200;

const inShort = (value: Json): string => {
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isObject(value) ? 'object' : String(JSON.stringify(value)).slice(0, SHOWN);
};
